import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '#kit/time.ts'
import { expiredBackups, hasBackupOf, isBackupTooOld, type NightlyBackup, sortedByContent } from './backups.ts'

const taken = (name: string, lastEntry: number, generation = 0): NightlyBackup => ({
  name,
  date: name.slice(0, 10),
  content: { generation, lastEntry },
})
const names = (all: Iterable<NightlyBackup>) => Array.from(all, ({ name }) => name)

test('backups are ordered by their content, not by their names', () => {
  const unreadable: NightlyBackup = { name: '2027-01-01', date: '2027-01-01', content: undefined }
  const all = [
    unreadable,
    taken('2026-12-26', 5),
    taken('2026-11-17', 6),
    taken('2026-11-16', 9),
    taken('2026-11-18', 7, 1), // what was taken after a restore of an earlier one
    taken('2000-01-01', 8, 1),
  ]
  const order = ['2027-01-01', '2026-12-26', '2026-11-17', '2026-11-16', '2026-11-18', '2000-01-01']
  assert.deepEqual(names(sortedByContent(all)), order)
  assert.deepEqual(names(sortedByContent(all.toReversed())), order)
  assert.deepEqual(names(sortedByContent([taken('b', 1), taken('a', 1)])), ['a', 'b'])
})

test('tonight’s backup is present if one has tonight’s date and none is newer', () => {
  const tonight = '2026-12-26'
  assert.equal(hasBackupOf([], tonight), false)
  assert.equal(hasBackupOf([taken(tonight, 5), taken('2026-12-25', 4)], tonight), true)
  assert.equal(hasBackupOf([taken(tonight, 5), taken('2026-12-25', 6)], tonight), false)
  assert.equal(hasBackupOf([taken(tonight, 5), taken('2026-12-25', 6), taken(`${tonight}-2`, 6)], tonight), true)
  assert.equal(hasBackupOf([taken(tonight, 5), taken('2027-01-30', 5)], tonight), true)
  assert.equal(hasBackupOf([taken('2026-12-25', 5)], tonight), false)
})

test('backups expire by their date, except the last three', () => {
  const all = [1, 2, 3, 4, 5].map((day) => taken(`2026-11-0${day}`, day))
  assert.deepEqual([...expiredBackups(all, '2026-11-16', '2026-11-01')], ['2026-11-01'])
  assert.deepEqual([...expiredBackups(all, '2026-11-16', '2026-10-31')], [])
  assert.deepEqual([...expiredBackups(all, '2026-12-26', '2026-12-12')].sort(), ['2026-11-01', '2026-11-02'])
  assert.deepEqual([...expiredBackups(all.slice(0, 2), '2026-12-26', '2026-12-12')], [])
  const unreadable = { name: '2026-11-06', date: '2026-11-06', content: undefined }
  assert.deepEqual([...expiredBackups([...all.slice(2), unreadable], '2026-12-26', '2026-12-12')], ['2026-11-06'])
})

test('a backup dated in the future counts as old as the next, and a very old one removes no others', () => {
  const all = [
    taken('2026-11-15', 1),
    taken('2026-12-26', 2),
    taken('2026-11-17', 3),
    ...[4, 5, 6].map((day) => taken(`2026-11-2${day}`, day)),
  ]
  assert.deepEqual([...expiredBackups(all, '2026-11-30', '2026-11-16')], ['2026-11-15'])
  assert.deepEqual([...expiredBackups(all, '2026-12-01', '2026-11-17')].sort(), [
    '2026-11-15',
    '2026-11-17',
    '2026-12-26',
  ])
  const behind = [...all.slice(2), taken('2000-01-01', 9)]
  assert.deepEqual([...expiredBackups(behind, '2026-11-30', '2026-11-16')], [])
  assert.deepEqual([...expiredBackups(behind, '2000-01-01', '1999-12-18')], [])
})

test('the last backup is reported as too old after two days with changes, and a missing one after two days', () => {
  const now = 100 * day
  const old = (first: number, last: number, newest?: number) => isBackupTooOld({ first, last, newest }, now)
  assert.equal(old(0, now - hour, now - 2 * day), false)
  assert.equal(old(0, now - hour, now - 2 * day - 1), true)
  assert.equal(old(0, now - 3 * day, now - 2 * day - 1), false, 'no change since the backup')
  assert.equal(old(now - 2 * day, now, undefined), false, 'a new team')
  assert.equal(old(now - 2 * day - 1, now - 2 * day - 1, undefined), true)
})
