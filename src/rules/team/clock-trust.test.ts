import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '#kit/time.ts'
import { beginTrust, believedTime, type ClockTrust, isSteady, updateTrust } from './clock-trust.ts'

const at = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds

/** Two clocks that a test moves, looked at after each step. */
function clocks(written?: number, wall = at) {
  let reading = { wall, monotonic: 5000 }
  let trust: ClockTrust = beginTrust(reading, written)
  const look = () => {
    trust = updateTrust(trust, reading)
    return believedTime(trust, reading)
  }
  return {
    look,
    /** Time passes. */
    pass(ms: number) {
      reading = { wall: reading.wall + ms, monotonic: reading.monotonic + ms }
      return look()
    },
    /** Sets the clock. */
    set(ms: number) {
      reading = { ...reading, wall: reading.wall + ms }
      return look()
    },
    steady: () => isSteady(trust, reading),
  }
}

test('a clock that runs steadily is trusted for any length of time', () => {
  const clock = clocks()
  assert.equal(clock.look(), at)
  assert.equal(clock.pass(40 * day), at + 40 * day)
  // Small corrections are no jumps, and many of them make none.
  for (let i = 0; i < 200; i += 1) {
    clock.set(30 * second)
    assert.equal(clock.pass(hour), at + 40 * day + (i + 1) * (hour + 30 * second))
  }
})

test('a brief jump of the clock deletes nothing', () => {
  const clock = clocks()
  assert.equal(clock.set(40 * day), at)
  assert.equal(clock.pass(3 * second), at + 3 * second)
  assert.equal(clock.set(-40 * day), at + 3 * second)
  assert.equal(clock.pass(hour), at + hour + 3 * second)
  // A whole night neither, and what was waited before does not count.
  clock.set(40 * day)
  clock.pass(11 * hour)
  clock.set(-10 * day)
  assert.equal(clock.pass(11 * hour), at + 23 * hour + 3 * second)
  clock.set(-30 * day)
  assert.equal(clock.pass(day), at + 47 * hour + 3 * second)
})

test('a jump of the clock is trusted after half a day of steady time, a shorter jump after its own length', () => {
  const long = clocks()
  long.set(60 * day)
  assert.equal(long.pass(12 * hour - 1), at + 12 * hour - 1)
  assert.equal(long.pass(1), at + 60 * day + 12 * hour)
  // A machine that slept: its other clock stood still.
  const slept = clocks()
  slept.set(8 * hour)
  assert.equal(slept.pass(8 * hour - 1), at + 8 * hour - 1)
  assert.equal(slept.pass(1), at + 16 * hour)
})

test('a clock that is set back is trusted at once, and may return', () => {
  const clock = clocks()
  assert.equal(clock.set(-day), at - day)
  assert.equal(clock.pass(minute), at - day + minute)
  assert.equal(clock.set(day), at + minute)
  // Behind for half a day it is believed: going ahead again is a jump like any other.
  clock.set(-day)
  clock.pass(12 * hour)
  assert.equal(clock.set(day), at - 12 * hour + minute)
})

test('after a start, trust in the clock continues from the times stored earlier', () => {
  const off = clocks(at - 60 * day)
  assert.equal(off.look(), at - 60 * day)
  assert.equal(off.pass(hour), at - 60 * day + hour)
  assert.equal(off.pass(11 * hour), at + 12 * hour)
  assert.equal(clocks(at - day).look(), at - day)
})

test('stored times later than now count as wrong only if the present clock has been steady', () => {
  const clock = clocks()
  clock.pass(12 * hour - 1)
  assert.equal(clock.steady(), false)
  clock.pass(1)
  assert.equal(clock.steady(), true)
  clock.set(-day)
  assert.equal(clock.steady(), false)
  clock.pass(12 * hour)
  assert.equal(clock.steady(), true)
})
