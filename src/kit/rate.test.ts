import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateWindows } from './rate.ts'

const three = { count: 3, everyMs: 60_000 }

test('the rate limiter lets as many events pass as its limit, and the next waits for the end of the window', () => {
  const rates = new RateWindows()
  for (let i = 0; i < 3; i += 1) assert.equal(rates.take('ann', three, 1000 + i), 0)
  assert.equal(rates.take('ann', three, 2000), 59_000)
  assert.equal(rates.take('bob', three, 2000), 0)
  assert.equal(rates.take('ann', three, 61_000), 0)
})

test('with a clock that is set back, the rate limiter delays no event for longer than a window', () => {
  const rates = new RateWindows()
  const day = 86_400_000
  for (let i = 0; i < 4; i += 1) rates.take('ann', three, day)
  assert.equal(rates.take('ann', three, 0), 0)
})

test('the rate limiter drops expired windows', () => {
  const rates = new RateWindows()
  for (let i = 0; i < 5000; i += 1) rates.take(`key ${i}`, three, i)
  assert.equal(rates.size, 5000)
  rates.take('later', three, 70_000)
  assert.equal(rates.size, 1)
})

test('the rate limiter stays within a memory bound when a million new keys come at once, and still counts the newest', () => {
  const rates = new RateWindows(10_000)
  for (let i = 0; i < 1_000_000; i += 1) rates.take(`key ${i}`, three, 0)
  assert.ok(rates.size >= 5000 && rates.size <= 10_000)
  for (let i = 0; i < 2; i += 1) assert.equal(rates.take('key 999999', three, 1), 0)
  assert.equal(rates.take('key 999999', three, 1), 59_999)
})
