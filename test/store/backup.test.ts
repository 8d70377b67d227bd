import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { SqliteConfig } from '#config/config.ts'
import { main } from '#main/cli.ts'
import { findDamage, requiredCheck } from '#store/engine/integrity.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { BackupError, backup, picturesIn, restore, verify } from '#store/upkeep/backup.ts'
import { Child } from '../support/child.ts'
import { damage } from '../support/damage.ts'
import { freshStore } from '../support/databases.ts'
import { addFeedback, addFeedbackPages, readFeedback } from '../support/reports.ts'
import { newTeam } from '../support/team.ts'

/** A store with one feedback in it, a backup of that, and one more feedback since. */
async function backedUp() {
  const { store, fresh } = await freshStore('sqlite')
  const config = fresh.config as SqliteConfig // as asked for
  await addFeedback(store, 'before')
  const copy = join(fresh.dir, 'copy.db')
  await backup(config.file, copy)
  await addFeedback(store, 'since')
  return {
    ...fresh,
    store,
    config,
    file: config.file,
    copy,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

test('a backup taken during writes is complete up to everything acknowledged before it began', async () => {
  await using house = await backedUp()
  const { store, file, dir } = house
  await addFeedbackPages(store, 5000)
  const target = join(dir, 'busy.db')
  const steps: number[] = []
  let done = false
  const backingUp = backup(file, target, { progress: (part, all) => steps.push(part / all) }).finally(() => {
    done = true
  })
  let written = 0
  while (!done) await addFeedback(store, `meanwhile ${written++}`)
  await backingUp
  assert.ok(written > 0)
  assert.ok(steps.length > 2, 'no progress was reported')
  assert.deepEqual(steps, steps.toSorted())
  assert.equal(steps.at(-1), 1)
  await verify(target)
  const { contents, entries } = readFeedback(target)
  assert.deepEqual(contents.slice(0, 2), ['before', 'since'])
  assert.equal(contents.length, entries)
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('busy.db') && !/^busy\.db(-wal|-shm)?$/.test(name)),
    [],
  )
})

test('a backup never overwrites an existing file', async () => {
  await using house = await backedUp()
  await assert.rejects(backup(house.file, house.copy), BackupError)
  assert.deepEqual(readFeedback(house.copy).contents, ['before'])
})

test('a backup that is stopped leaves nothing behind', async () => {
  await using house = await backedUp()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const folder = join(house.dir, signal)
    await using child = new Child('backup-until.ts', [house.dir, join(folder, 'copy.db'), signal])
    assert.equal(await child.line(), '100 %')
    assert.equal(await child.line(), 'ended 1')
    assert.deepEqual(readdirSync(folder), [])
  }
})

test('the next backup into a folder removes only the remains of a killed backup', async () => {
  await using house = await backedUp()
  const folder = join(house.dir, 'folder')
  for (const name of ['monday.db', 'tuesday.db']) {
    await using child = new Child('backup-until.ts', [house.dir, join(folder, name), 'SIGKILL'])
    while ((await child.line()) !== undefined);
  }
  assert.deepEqual(readdirSync(folder), ['monday.db.fettle-partial', 'tuesday.db.fettle-partial'])
  for (const name of ['photos.partial', 'notes.txt']) writeFileSync(join(folder, name), 'x')
  for (const name of ['monday.db.fettle-partial', 'photos.partial', 'notes.txt']) utimesSync(join(folder, name), 0, 0)
  await backup(house.file, join(folder, 'wednesday.db'))
  // Tuesday's backup could still be running.
  assert.deepEqual(readdirSync(folder).sort(), [
    'notes.txt',
    'photos.partial',
    'tuesday.db.fettle-partial',
    'wednesday.db',
  ])
})

test('the next start removes the remains of a killed restore', async () => {
  await using team = await newTeam()
  await team.running[Symbol.asyncDispose]()
  const incoming = join(team.fresh.dir, 'fettle.db.incoming')
  writeFileSync(incoming, 'names and phones')
  await using again = await newTeam({ beside: team })
  assert.ok(!existsSync(incoming))
  assert.equal((await again.call('/healthz')).status, 200)
})

test('cancelling the check of a backup ends it with a message', async () => {
  await using house = await backedUp()
  const stop = new AbortController()
  const verified = verify(house.copy, stop.signal)
  stop.abort()
  await assert.rejects(verified, { name: 'AbortError' })
})

test('a damaged, foreign, newer or missing backup is not restored', async () => {
  await using house = await backedUp()
  const { store, dir, file, copy } = house
  await addFeedbackPages(store, 50)
  await store[Symbol.asyncDispose]()
  const made = (name: string, make: (path: string) => void) => {
    const path = join(dir, name)
    make(path)
    return path
  }
  const sql = (statements: string) => (path: string) => {
    const db = new DatabaseSync(path)
    db.exec(statements)
    db.close()
  }
  const wrong: [string, RegExp][] = [
    [made('damaged.db', (path) => damage(copyOf(file, path))), /is damaged/],
    [made('text.db', (path) => writeFileSync(path, 'a text, not a database'.repeat(500))), /is damaged/],
    [made('foreign.db', sql('create table recipe (id integer)')), /not a backup of Fettle/],
    [
      made('newer.db', (path) => {
        copyFileSync(copy, path)
        sql("insert into migration values ('999-later', 0)")(path)
      }),
      /newer version of Fettle \(999-later\)/,
    ],
    [join(dir, 'nowhere.db'), /does not exist/],
  ]
  for (const [path, reason] of wrong) {
    await assert.rejects(restore(path, file, 0), (error: Error) => {
      assert.ok(error instanceof BackupError)
      assert.match(error.message, reason)
      return true
    })
  }
  assert.deepEqual(readFeedback(file).contents, ['before', 'since'])
  assert.equal(requiredCheck(file), undefined)
  // A refused backup also leaves no pictures behind.
  for (const name of ['damaged.db', 'text.db', 'foreign.db']) assert.deepEqual(picturesIn(join(dir, name)), [], name)
  // If the restored database cannot take the place of the old one, no file is left behind.
  const taken = made('taken.db', (path) => mkdirSync(path))
  await assert.rejects(restore(copy, taken, 0))
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.endsWith('.incoming')),
    [],
  )
  // A damaged database is not backed up, because the backup could not be restored.
  await assert.rejects(backup(join(dir, 'damaged.db'), join(dir, 'vain.db')), /is damaged/)
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('vain')),
    [],
  )
})

test('a restore brings back the backup, keeps the old database, and makes the next start check it', async () => {
  await using house = await backedUp()
  const { store, config, file, copy } = house
  await store[Symbol.asyncDispose]()
  const aside = await restore(copy, file, 0)
  assert.deepEqual(readFeedback(aside ?? '').contents, ['before', 'since'])
  assert.equal(requiredCheck(file), 'full')
  await using again = new Store(await openEngine(config))
  await again.migrate(0)
  await addFeedback(again, 'after')
  assert.deepEqual(readFeedback(file).contents, ['before', 'after'])
  assert.equal(findDamage(file), undefined)
})

test('a restore over a crashed database keeps its write-ahead log, away from the restored database', async () => {
  await using house = await backedUp()
  const { dir, file, copy } = house
  const crashed = join(dir, 'crashed.db')
  // The service is still running on `file`: its write-ahead log has the newest changes.
  for (const end of ['', '-wal']) copyFileSync(file + end, crashed + end)
  const aside = await restore(copy, crashed, 0)
  assert.deepEqual(readFeedback(aside ?? '').contents, ['before', 'since'])
  assert.deepEqual(readFeedback(crashed).contents, ['before'])
})

test('a restore over a database that cannot be opened also keeps its write-ahead log', async () => {
  await using house = await backedUp()
  const { dir, file, copy } = house
  const ruined = join(dir, 'ruined.db')
  for (const end of ['', '-wal']) copyFileSync(file + end, ruined + end)
  // The write-ahead log can no longer be applied, so it stays as it is.
  writeFileSync(ruined, 'no database at all'.repeat(500))
  const log = readFileSync(`${ruined}-wal`)
  const aside = await restore(copy, ruined, 0)
  assert.deepEqual(readFileSync(`${aside}-wal`), log)
  assert.deepEqual(readFeedback(ruined).contents, ['before'])
  assert.equal(findDamage(ruined), undefined)
})

test('a restore killed at any moment leaves the old database or the new one', async () => {
  await using house = await backedUp()
  const { file, copy, dir } = house
  const seen = new Set<string>()
  for (let stop = 0, ended = false; !ended; stop += 1) {
    const victim = join(dir, `${stop}.db`)
    // The database has crashed, so that a part of it is only in its write-ahead log.
    for (const end of ['', '-wal']) copyFileSync(file + end, victim + end)
    await using child = new Child('restore-until.ts', [copy, victim, String(stop)])
    ended = (await child.line()) === 'restored'
    const { contents, entries } = readFeedback(victim)
    seen.add(contents.join())
    assert.ok(['before,since', 'before'].includes(contents.join()), `killed before call ${stop}: ${contents}`)
    assert.equal(entries, contents.length)
    assert.equal(findDamage(victim), undefined)
  }
  assert.equal(seen.size, 2)
})

test('a restore is refused while the service runs', async () => {
  await using team = await newTeam()
  await (await team.user()).users.report({ content: 'kept' })
  const file = join(team.fresh.dir, 'fettle.db')
  const copy = join(team.fresh.dir, 'copy.db')
  const env = { DATA_DIR: team.fresh.dir }
  assert.equal(await main(['backup', copy], env), 0)
  assert.ok(existsSync(copy))
  assert.equal(await main(['restore', copy], env), 1)
  assert.deepEqual(readFeedback(file).contents, ['kept'])
  assert.ok(!readdirSync(team.fresh.dir).some((name) => name.includes('before-restore')))
})

function copyOf(file: string, path: string): string {
  copyFileSync(file, path)
  return path
}
