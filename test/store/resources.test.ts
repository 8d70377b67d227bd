import assert from 'node:assert/strict'
import { truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SqliteConfig } from '#config/config.ts'
import { day, hour } from '#kit/time.ts'
import { doctorResources } from '#main/doctor-resources.ts'
import { backupNightly } from '#store/upkeep/nightly-backup.ts'
import { freshStore } from '../support/databases.ts'

const noon = Temporal.Instant.from('2026-11-15T12:00:00Z').epochMilliseconds

test('the check command reports a missing or old backup and a write-ahead log that is far too large', async () => {
  await using house = await freshStore('sqlite')
  const { store, fresh } = house
  const database = fresh.config as SqliteConfig // as asked for
  const finding = (what: string, now: number) =>
    doctorResources({ dataDir: fresh.dir, database }, now).find((one) => one.what === what)
  assert.match(finding('backups', noon)?.note ?? '', /^none yet in /, 'an empty database needs no backup')
  const by = { personId: null, memberId: null }
  await store.upkeep((tx) => tx.record({ kind: 'feedback.sent', by, at: noon, feedback: 0 }))
  assert.match(finding('backups', noon + 2 * day)?.note ?? '', /^none yet in /)
  assert.match(finding('backups', noon + 2 * day + 1)?.problem ?? '', /^none yet in .*later changes are in none/)

  const taken = (await backupNightly(database.file, database.backups, noon, 'UTC')) ?? ''
  const made = (at: number) => utimesSync(taken, at / 1000, at / 1000)
  made(noon + hour)
  assert.equal(finding('backups', noon + 10 * day)?.note, 'the newest is 9 days old', 'no change since the backup')
  made(noon - hour)
  assert.equal(finding('backups', noon + day)?.note, 'the newest is 25 hours old')
  assert.match(
    finding('backups', noon + 2 * day)?.problem ?? '',
    /^the newest is 2 days old, and later changes are in none/,
  )

  assert.match(finding('database files', noon)?.note ?? '', /^\d\.\d MB, and \d\.\d MB of write-ahead log$/)
  assert.match(finding('disk', noon)?.note ?? '', /^[\d.]+ [MG]B free$/)
  const file = join(fresh.dir, 'other.db')
  writeFileSync(file, 'x')
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 300 * 1024 * 1024)
  const found = doctorResources({ dataDir: fresh.dir, database: { ...database, file } }, noon)
  assert.match(
    found.find(({ what }) => what === 'database files')?.problem ?? '',
    /300\.0 MB of write-ahead log: the log is not/,
  )
})
