import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minute } from '#kit/time.ts'
import {
  endByNextShift,
  endBySigningOut,
  isStayOver,
  lastSignedAt,
  lateMinutes,
  periodDate,
  type Stay,
  stayEnd,
  stayTime,
} from './signing.ts'

// A shift of two hours, in minutes from its begin.
const at = (minutes: number) => (minutes + 1000) * minute
const stay = (came: number | null, left: number | null = null): Stay => ({
  shift_from: at(0),
  shift_until: at(120),
  came_at: came === null ? null : at(came),
  left_at: left === null ? null : at(left),
  left_how: left === null ? '' : 'board',
})
const overtime = 30
const minutesOf = (one: Stay, now: number) => {
  const { from, until } = stayTime(one, now, overtime)
  return Math.floor((until - from) / minute)
}

test('a member who signs in early counts from the start of the shift, in whole minutes', () => {
  assert.equal(minutesOf(stay(-10, 60), at(200)), 60)
  assert.equal(minutesOf(stay(5, 60), at(200)), 55)
  assert.equal(minutesOf({ ...stay(0), left_at: at(60) - 1 }, at(200)), 59)
  assert.equal(minutesOf(stay(-10, -5), at(200)), 0)
  assert.equal(minutesOf(stay(null), at(200)), 0)
  assert.deepEqual(
    [-10, 0, 0.9, 1, 25].map((came) => lateMinutes(stay(came))),
    [0, 0, 0, 1, 25],
  )
  assert.equal(lateMinutes(stay(null)), 0)
  assert.equal(lateMinutes({ ...stay(25), shift_from: null }), 0)
})

test('an open attendance counts up to now, and never less than zero if the clock was set back', () => {
  assert.equal(minutesOf(stay(5), at(65)), 60)
  assert.equal(minutesOf(stay(5), at(-65)), 0)
  assert.deepEqual(stayTime(stay(5, 4), at(65), overtime), { from: at(5), until: at(5) })
  assert.deepEqual(endBySigningOut(stay(5), 'board', at(4), overtime), { at: at(5), how: 'board' })
  assert.deepEqual(endByNextShift(stay(5), at(-60), at(4), overtime), { at: at(5), how: 'next' })
})

test('signing out counts to the minute until the overtime ends, and counts as forgotten after it', () => {
  const last = at(150)
  assert.deepEqual(stayEnd(stay(5), last, overtime), { at: null, how: '' })
  assert.deepEqual(endBySigningOut(stay(5), 'board', last, overtime), { at: last, how: 'board' })
  const forgotten = { at: at(120), how: 'forgotten' }
  assert.deepEqual(stayEnd(stay(5), last + 1, overtime), forgotten)
  assert.deepEqual(endBySigningOut(stay(5), 'board', last + 1, overtime), forgotten)
  assert.deepEqual(endByNextShift(stay(5), last + 1, last + 1, overtime), forgotten)
  assert.equal(minutesOf(stay(5), last + 1), 115)
  assert.deepEqual(stayEnd(stay(5, 140), last + 1, overtime), { at: at(140), how: 'board' })
})

test('signing in to the next shift ends the one before at its end at the latest', () => {
  assert.deepEqual(endByNextShift(stay(5), at(120), at(110), overtime), { at: at(120), how: 'next' })
  assert.deepEqual(endByNextShift(stay(5), at(60), at(70), overtime), { at: at(70), how: 'next' })
  assert.deepEqual(endByNextShift(stay(5), at(125), at(130), overtime), { at: at(120), how: 'next' })
})

test('an attendance that the next shift ends stays open until that shift begins', () => {
  const next = { ...stay(5, 120), left_how: 'next' } as const
  assert.deepEqual(
    [at(110), at(119), at(120)].map((now) => isStayOver(next, now, overtime)),
    [false, false, true],
  )
  assert.ok(isStayOver(stay(5, 120), at(110), overtime), 'the clock was set back')
  assert.ok(!isStayOver(stay(5), at(150), overtime))
  assert.ok(isStayOver(stay(5), at(151), overtime))
  assert.ok(isStayOver(stay(null), at(110), overtime), 'a stay outside of the roster is over')
})

test('attendance outside shifts has no end, and a shift without hours counts as attended', () => {
  assert.deepEqual(stayEnd(stay(null), at(1000), overtime), { at: null, how: '' })
  assert.deepEqual(stayTime(stay(null), at(1000), overtime), { from: 0, until: 0 })
  const hourless = { ...stay(-20, 40), shift_from: null, shift_until: null }
  assert.deepEqual(stayTime(hourless, at(1000), overtime), { from: at(-20), until: at(40) })
})

test('an automatic end of a shift does not count as the last time a member signed in or out', () => {
  const next = { ...stay(1, 120), left_how: 'next' } as const
  assert.equal(lastSignedAt([stay(5), stay(3, 60), next]), at(60))
  assert.equal(lastSignedAt([stay(5), next]), at(5))
  assert.equal(lastSignedAt([stay(5), { ...next, left_how: 'forgotten' }]), at(5))
  assert.equal(lastSignedAt([]), Number.NEGATIVE_INFINITY)
})

test('attendance on a closed day counts on the day when it is entered', () => {
  assert.equal(periodDate('2026-11-16', '', '2026-11-17'), '2026-11-16')
  assert.equal(periodDate('2026-11-16', '2026-11-15', '2026-11-17'), '2026-11-16')
  assert.equal(periodDate('2026-11-16', '2026-11-16', '2026-11-17'), '2026-11-17')
  // A clock that was set back finds today closed.
  assert.equal(periodDate('2026-11-15', '2026-11-16', '2026-11-16'), '2026-11-17')
})
