import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#contract/fields.ts'
import { FormRoom } from './form-room.ts'

const large = limits.upload

test('where the memory for forms is used up, the one that has been arriving for longest goes', () => {
  const room = new FormRoom()
  const strangers = Array.from({ length: 4 }, () => room.enter())
  for (const place of strangers) place.hold(large)
  const next = room.enter()
  next.hold(large)
  assert.deepEqual(
    [...strangers, next].map(({ ended }) => ended.aborted),
    [true, false, false, false, false],
  )
  assert.throws(() => strangers[0]?.arrived(), { message: 'overloaded' })
  // What is being worked on stays, and then there is no room.
  for (const place of [...strangers.slice(1), next]) place.arrived()
  assert.throws(() => room.enter().hold(1), { message: 'overloaded' })
})

test('strangers take nothing of what is there for people, and a person has three forms at most', () => {
  const room = new FormRoom()
  const strangers = Array.from({ length: 100 }, () => room.enter())
  for (const place of strangers) place.hold(large)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => room.enter())
  for (const place of [first, second, third]) {
    place?.recognise(1)
    place?.hold(large)
  }
  assert.throws(() => fourth?.recognise(1), { message: 'too_many_requests' })
  assert.ok(!first?.ended.aborted)
  first?.leave()
  first?.leave()
  fourth?.recognise(1)
  assert.throws(() => room.enter().recognise(1), { message: 'too_many_requests' })
  for (let person = 2; person < 100; person += 1) {
    const place = room.enter()
    place.recognise(person)
    place.hold(large)
    place.leave()
  }
  assert.ok(![second, third, fourth].some((place) => place?.ended.aborted))
})

test('a form that grows sends away others, however many have to go, and not itself', () => {
  const room = new FormRoom()
  const [small, growing, other] = [room.enter(), room.enter(), room.enter()]
  small.hold(1)
  growing.hold(large)
  other.hold(2 * large)
  growing.hold(2.5 * large)
  assert.deepEqual(
    [small, growing, other].map(({ ended }) => ended.aborted),
    [true, false, true],
  )
})
