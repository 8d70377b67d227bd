import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogTail } from './log-tail.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id)

test('the log tail reports no row that exists at the start, and each later row once', () => {
  const tail = new LogTail([3, 1, 2])
  assert.equal(tail.low, 3)
  assert.deepEqual(ids(tail.take(rows(4, 5))), [4, 5])
  assert.equal(tail.low, 5)
  assert.deepEqual(tail.take([]), [])
})

test('the log tail does not miss a number that commits after a larger one, even if it was open at the start', () => {
  const tail = new LogTail([2, 4])
  assert.equal(tail.low, 2)
  assert.deepEqual(ids(tail.take(rows(4, 6))), [6])
  assert.deepEqual(ids(tail.take(rows(3, 4, 6))), [3])
  assert.deepEqual(ids(tail.take(rows(5, 6))), [5])
  assert.equal(tail.low, 6)
})

test('the log tail gives up a number that never commits after a while', () => {
  const tail = new LogTail([])
  tail.take(rows(1, 3, 40))
  let looks = 0
  for (; tail.low === 1; looks += 1) assert.deepEqual(tail.take(rows(3, 40)), [])
  assert.equal(looks, 60)
  assert.equal(tail.low, 3)
  for (; tail.low === 3; looks += 1) tail.take(rows(40))
  assert.equal(tail.low, 40)
})
