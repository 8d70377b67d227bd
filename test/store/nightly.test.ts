import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SqliteConfig } from '#config/config.ts'
import { latestBackup } from '#store/backup-files.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { restore, verify } from '#store/upkeep/backup.ts'
import { backupNightly } from '#store/upkeep/nightly-backup.ts'
import { freshDatabase, freshStore } from '../support/databases.ts'

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const hour = 3_600_000

test('the nightly backup runs once, after three o’clock in the team’s zone', async () => {
  await using house = await freshStore('sqlite')
  const { file, backups } = house.fresh.config as SqliteConfig // as asked for
  const at = (text: string) => backupNightly(file, backups, instant(text), 'Asia/Shanghai')
  assert.equal(await at('2026-11-15T18:59:59Z'), undefined)
  assert.equal(await at('2026-11-15T19:00:00Z'), join(backups.dir, 'fettle-2026-11-16.db'))
  assert.equal(await at('2026-11-15T19:10:00Z'), undefined)
  assert.equal(await at('2026-11-16T15:59:00Z'), undefined)
  // A service that was suspended for three nights makes a backup when it resumes.
  assert.equal(await at('2026-11-17T12:00:00Z'), join(backups.dir, 'fettle-2026-11-17.db'))
  assert.equal(latestBackup(backups.dir), join(backups.dir, 'fettle-2026-11-17.db'))
  await verify(join(backups.dir, 'fettle-2026-11-17.db'))
})

for (const [season, from] of [
  ['spring', '2027-03-20T00:00:00Z'],
  ['autumn', '2026-10-16T00:00:00Z'],
] as const) {
  test(`fourteen nightly backups are kept, one for each night, through the clock change in ${season}`, async () => {
    await using house = await freshStore('sqlite')
    const { file, backups } = house.fresh.config as SqliteConfig // as asked for
    const taken: string[] = []
    const nights = 17
    for (let at = instant(from); at < instant(from) + nights * 24 * hour; at += hour) {
      const made = await backupNightly(file, backups, at, 'Europe/Berlin')
      if (made) taken.push(made)
    }
    assert.equal(taken.length, nights)
    assert.equal(new Set(taken).size, nights)
    assert.deepEqual(
      readdirSync(backups.dir).sort(),
      taken.slice(-14).map((path) => path.slice(backups.dir.length + 1)),
    )
  })
}

test('unfinished backups of a killed service are removed, and other files in the folder are not', async () => {
  await using house = await freshStore('sqlite')
  const { file, backups } = house.fresh.config as SqliteConfig // as asked for
  await backupNightly(file, backups, instant('2026-11-15T12:00:00Z'), 'UTC')
  for (const name of ['fettle-2026-11-14.db.partial', 'before-the-move.db', 'notes.txt'])
    writeFileSync(join(backups.dir, name), 'x')
  await backupNightly(file, backups, instant('2026-11-16T12:00:00Z'), 'UTC')
  assert.deepEqual(readdirSync(backups.dir).sort(), [
    'before-the-move.db',
    'fettle-2026-11-15.db',
    'fettle-2026-11-16.db',
    'notes.txt',
  ])
  // A backup that fails deletes no existing one.
  const there = readdirSync(backups.dir)
  const ruined = join(house.fresh.dir, 'ruined.db')
  writeFileSync(ruined, 'no database at all'.repeat(500))
  await assert.rejects(backupNightly(ruined, backups, instant('2027-11-16T12:00:00Z'), 'UTC'))
  assert.deepEqual(readdirSync(backups.dir), there)
})

test('a wrong clock for a night loses no backup, and the advice names the last good one', async () => {
  await using house = await freshStore('sqlite')
  const { file, backups } = house.fresh.config as SqliteConfig // as asked for
  const { dir } = backups
  const changed = { kind: 'settings.changed', by: { personId: null, memberId: null }, at: 0, id: 1 } as const
  /** Records a change, and runs the nightly backup at this time. */
  const night = async (text: string, believed = text) => {
    await house.store.upkeep((tx) => tx.record(changed))
    return (await backupNightly(file, backups, instant(text), 'UTC', { believed: instant(believed) }))?.slice(
      dir.length + 1,
    )
  }
  const there = () => readdirSync(dir).sort()
  for (const date of ['13', '14', '15']) await night(`2026-11-${date}T04:00:00Z`)
  const others = there()
  // The clock is not trusted, so no backup is deleted.
  assert.equal(await night('2026-12-26T04:00:00Z', '2026-11-16T04:00:00Z'), 'fettle-2026-12-26.db')
  assert.deepEqual(there(), [...others, 'fettle-2026-12-26.db'])
  assert.equal(latestBackup(dir), join(dir, 'fettle-2026-12-26.db'))
  assert.equal(await night('2026-11-16T04:00:00Z'), 'fettle-2026-11-16.db')
  assert.equal(latestBackup(dir), join(dir, 'fettle-2026-11-16.db'))
  assert.equal(await backupNightly(file, backups, instant('2026-11-16T04:10:00Z'), 'UTC'), undefined)
  // The real backup of that night gets another name; the three newest stay, however old they are.
  assert.equal(await night('2026-12-26T04:00:00Z'), 'fettle-2026-12-26-2.db')
  assert.deepEqual(there(), ['fettle-2026-11-16.db', 'fettle-2026-12-26-2.db', 'fettle-2026-12-26.db'])
  writeFileSync(join(dir, 'fettle-2027-01-01.db'), 'cannot be read')
  assert.equal(latestBackup(dir), join(dir, 'fettle-2026-12-26-2.db'))
})

test('after a restore, backups of the replaced database count as older', async () => {
  await using fresh = await freshDatabase('sqlite')
  const { file, backups } = fresh.config as SqliteConfig // as asked for
  const night = async (text: string, entries: number) => {
    await using store = new Store(await openEngine(fresh.config))
    await store.migrate(0)
    const changed = { kind: 'settings.changed', by: { personId: null, memberId: null }, at: 0, id: 1 } as const
    for (let i = 0; i < entries; i += 1) await store.upkeep((tx) => tx.record(changed))
    return backupNightly(file, backups, instant(text), 'UTC')
  }
  const first = await night('2026-11-15T04:00:00Z', 1)
  const givenUp = await night('2026-11-16T04:00:00Z', 9)
  assert.equal(latestBackup(backups.dir), givenUp)
  await restore(first ?? '', file, 0)
  const next = await night('2026-11-17T04:00:00Z', 1)
  assert.equal(latestBackup(backups.dir), next)
  assert.equal(await night('2026-11-17T04:10:00Z', 0), undefined)
})

for (const place of ['over the database that it replaces', 'on a machine that has the backups alone']) {
  test(`each restore counts as newer than all backups before it, ${place}, whatever clock named them`, async () => {
    await using fresh = await freshDatabase('sqlite')
    const { file, backups } = fresh.config as SqliteConfig // as asked for
    const night = async (text: string, entries: number) => {
      await using store = new Store(await openEngine(fresh.config))
      await store.migrate(0)
      const changed = { kind: 'settings.changed', by: { personId: null, memberId: null }, at: 0, id: 1 } as const
      for (let i = 0; i < entries; i += 1) await store.upkeep((tx) => tx.record(changed))
      return backupNightly(file, backups, instant(text), 'UTC')
    }
    const first = (await night('2026-11-15T04:00:00Z', 1)) ?? ''
    await restore(first, file, 0)
    // The clock is a month ahead, and many changes are made in that night.
    const ahead = await night('2026-12-16T04:00:00Z', 9)
    assert.equal(latestBackup(backups.dir), ahead)
    if (place.startsWith('on a machine')) rmSync(file)
    await restore(first, file, 0)
    const next = await night('2026-11-17T04:00:00Z', 1)
    assert.equal(latestBackup(backups.dir), next)
  })
}
