import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { FormMemory, type FormReservation } from './form-memory.ts'

const large = limits.upload

test('when the memory for forms is full, the form that has been arriving for longest is evicted', () => {
  const room = new FormMemory()
  const strangers = Array.from({ length: 4 }, () => room.reserve())
  for (const place of strangers) place.resize(large)
  const next = room.reserve()
  next.resize(large)
  assert.deepEqual(
    [...strangers, next].map(({ ended }) => ended.aborted),
    [true, false, false, false, false],
  )
  assert.throws(() => strangers[0]?.complete(), { message: 'overloaded' })
  // A form that is being processed stays, and then no memory is left.
  for (const place of [...strangers.slice(1), next]) place.complete()
  assert.throws(() => room.reserve().resize(1), { message: 'overloaded' })
})

test('anonymous uploads use no memory reserved for people with a token, and a person can send three forms at most', () => {
  const room = new FormMemory()
  const strangers = Array.from({ length: 100 }, () => room.reserve())
  for (const place of strangers) place.resize(large)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => room.reserve())
  for (const place of [first, second, third]) {
    place?.identify(1)
    place?.resize(large)
  }
  assert.throws(() => fourth?.identify(1), { message: 'too_many_requests' })
  assert.ok(!first?.ended.aborted)
  first?.release()
  first?.release()
  fourth?.identify(1)
  assert.throws(() => room.reserve().identify(1), { message: 'too_many_requests' })
  for (let person = 2; person < 100; person += 1) {
    const place = room.reserve()
    place.identify(person)
    place.resize(large)
    place.release()
  }
  assert.ok(![second, third, fourth].some((place) => place?.ended.aborted))
})

test('an anonymous form releases all its memory, however it ends', () => {
  const endings: Readonly<Record<string, (place: FormReservation) => void>> = {
    'while it arrives': (place) => place.release(),
    'once it has arrived': (place) => {
      place.complete()
      place.release()
    },
    'by a refusal': (place) => {
      place.evict(new Refusal('timed_out'))
      place.release()
    },
    'once it is a person’s': (place) => {
      place.identify(1)
      place.complete()
      place.release()
    },
    'after a person has too many': (place) => {
      const others = [1, 2, 3].map(() => {
        const other = room.reserve()
        other.identify(1)
        return other
      })
      assert.throws(() => place.identify(1), { message: 'too_many_requests' })
      for (const one of [place, ...others]) one.release()
    },
  }
  const room = new FormMemory()
  for (const [how, end] of Object.entries(endings)) {
    for (let i = 0; i < 20; i += 1) {
      const place = room.reserve()
      place.resize(large)
      end(place)
    }
    // As much as there is for strangers, of what is being worked on and cannot be sent away.
    const whole = Array.from({ length: 4 }, () => room.reserve())
    for (const place of whole) {
      place.resize(large)
      place.complete()
    }
    for (const place of whole) place.release()
    assert.deepEqual([room.unknown.arriving.size, room.known.arriving.size, room.people.size], [0, 0, 0], how)
  }
})

test('a growing form evicts as many others as needed, and not itself', () => {
  const room = new FormMemory()
  const [small, growing, other] = [room.reserve(), room.reserve(), room.reserve()]
  small.resize(1)
  growing.resize(large)
  other.resize(2 * large)
  growing.resize(2.5 * large)
  assert.deepEqual(
    [small, growing, other].map(({ ended }) => ended.aborted),
    [true, false, true],
  )
})
