import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { FormMemory, type FormReservation } from './form-memory.ts'

const large = limits.upload

test('where the memory for forms is used up, the one that has been arriving for longest goes', () => {
  const room = new FormMemory()
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
  const room = new FormMemory()
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

test('a stranger gives back all that a form took, however it ends', () => {
  const endings: Readonly<Record<string, (place: FormReservation) => void>> = {
    'while it arrives': (place) => place.leave(),
    'once it has arrived': (place) => {
      place.arrived()
      place.leave()
    },
    'by a refusal': (place) => {
      place.end(new Refusal('timed_out'))
      place.leave()
    },
    'once it is a person’s': (place) => {
      place.recognise(1)
      place.arrived()
      place.leave()
    },
    'after a person has too many': (place) => {
      const others = [1, 2, 3].map(() => {
        const other = room.enter()
        other.recognise(1)
        return other
      })
      assert.throws(() => place.recognise(1), { message: 'too_many_requests' })
      for (const one of [place, ...others]) one.leave()
    },
  }
  const room = new FormMemory()
  for (const [how, end] of Object.entries(endings)) {
    for (let i = 0; i < 20; i += 1) {
      const place = room.enter()
      place.hold(large)
      end(place)
    }
    // As much as there is for strangers, of what is being worked on and cannot be sent away.
    const whole = Array.from({ length: 4 }, () => room.enter())
    for (const place of whole) {
      place.hold(large)
      place.arrived()
    }
    for (const place of whole) place.leave()
    assert.deepEqual([room.unknown.arriving.size, room.known.arriving.size, room.people.size], [0, 0, 0], how)
  }
})

test('a form that grows sends away others, however many have to go, and not itself', () => {
  const room = new FormMemory()
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
