import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '#kit/time.ts'
import { defaultTiming, nextAttempt } from './outbox.ts'

const failure = { retryAfterMs: 0, hopeless: false, unanswered: false }

/** The pauses between tries that all fail, until nothing is tried any more. */
function pauses(random: number, giveUpMs = day): number[] {
  const all: number[] = []
  for (let now = 0; ; ) {
    const next = nextAttempt(failure, { since: 0, now, believed: now, giveUpMs, random }, defaultTiming)
    if (next === undefined) return all
    all.push(next - now)
    now = next
  }
}

test('pauses between deliveries grow from seconds to a day, with few attempts a day', () => {
  assert.deepEqual(
    pauses(0)
      .slice(0, 5)
      .map((ms) => ms / second),
    [5, 5, 10, 20, 40],
  )
  assert.equal(pauses(0).length, 16)
  assert.equal(Math.max(...pauses(0.5, 100 * day)), 24 * hour)
})

test('deliveries that failed together are spread when they are tried again', () => {
  const [calm = 0] = pauses(0)
  const [late = 0] = pauses(0.999)
  assert.ok(late > calm * 1.4 && late <= calm * 1.5)
})

test('a delivery is retried no earlier than the other system asks, after a timeout too', () => {
  const at = { since: 0, now: 0, believed: 0, giveUpMs: day, random: 0 }
  assert.equal(nextAttempt({ ...failure, retryAfterMs: hour }, at, defaultTiming), hour)
  assert.equal(nextAttempt({ ...failure, retryAfterMs: 30 * day }, at, defaultTiming), day)
  assert.equal(nextAttempt({ ...failure, unanswered: true }, at, defaultTiming), minute)
})

test('after a day of failures, or a permanent one, a delivery is not tried automatically', () => {
  const at = (now: number, believed = now) => ({ since: 0, now, believed, giveUpMs: day, random: 0 })
  assert.notEqual(nextAttempt(failure, at(day - 1), defaultTiming), undefined)
  assert.equal(nextAttempt(failure, at(day), defaultTiming), undefined)
  assert.equal(nextAttempt({ ...failure, hopeless: true }, at(0), defaultTiming), undefined)
  // A clock that jumped is not a day of failing.
  assert.equal(nextAttempt(failure, at(40 * day, hour), defaultTiming), 41 * day)
})
