import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '#kit/time.ts'
import { diskNeeded, isBackupTooOld, isWalTooLarge, walLimit } from './resources.ts'

test('the last backup is reported as too old after two days with changes, and a missing one after two days', () => {
  const now = 100 * day
  const old = (first: number, last: number, newest?: number) => isBackupTooOld({ first, last, newest }, now)
  assert.equal(old(0, now - hour, now - 2 * day), false)
  assert.equal(old(0, now - hour, now - 2 * day - 1), true)
  assert.equal(old(0, now - 3 * day, now - 2 * day - 1), false, 'nothing was changed since')
  assert.equal(old(now - 2 * day, now, undefined), false, 'a new team')
  assert.equal(old(now - 2 * day - 1, now - 2 * day - 1, undefined), true)
})

test('too little disk space for a backup and a write-ahead log far above its limit are reported', () => {
  assert.equal(diskNeeded(0), 200 * 1024 * 1024)
  assert.equal(diskNeeded(2 ** 30), 2 ** 31)
  assert.equal(isWalTooLarge(4 * walLimit), false)
  assert.equal(isWalTooLarge(4 * walLimit + 1), true)
})
