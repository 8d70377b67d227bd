import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateWindows } from './rate.ts'

const three = { count: 3, everyMs: 60_000 }

test('as many events as the limit pass, then the next waits for the end of the window', () => {
  const rates = new RateWindows()
  for (let i = 0; i < 3; i += 1) assert.equal(rates.take('ann', three, 1000 + i), 0)
  assert.equal(rates.take('ann', three, 2000), 59_000)
  assert.equal(rates.take('bob', three, 2000), 0)
  assert.equal(rates.take('ann', three, 61_000), 0)
})

test('a clock that is set back delays no event for longer than a window', () => {
  const rates = new RateWindows()
  const day = 86_400_000
  for (let i = 0; i < 4; i += 1) rates.take('ann', three, day)
  assert.equal(rates.take('ann', three, 0), 0)
})

test('expired windows are dropped', () => {
  const rates = new RateWindows()
  for (let i = 0; i < 5000; i += 1) rates.take(`key ${i}`, three, i)
  assert.equal(rates.size, 5000)
  rates.take('later', three, 70_000)
  assert.equal(rates.size, 1)
})

test('a million new keys at once stay within a memory bound, and the newest still count', () => {
  const rates = new RateWindows(10_000)
  for (let i = 0; i < 1_000_000; i += 1) rates.take(`key ${i}`, three, 0)
  assert.ok(rates.size >= 5000 && rates.size <= 10_000)
  for (let i = 0; i < 2; i += 1) assert.equal(rates.take('key 999999', three, 1), 0)
  assert.equal(rates.take('key 999999', three, 1), 59_999)
})
