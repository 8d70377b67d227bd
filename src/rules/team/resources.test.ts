import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskNeeded, isWalTooLarge, walLimit } from './resources.ts'

test('too little disk space for a backup and a write-ahead log far above its limit are reported', () => {
  assert.equal(diskNeeded(0), 200 * 1024 * 1024)
  assert.equal(diskNeeded(2 ** 30), 2 ** 31)
  assert.equal(isWalTooLarge(4 * walLimit), false)
  assert.equal(isWalTooLarge(4 * walLimit + 1), true)
})
