import assert from 'node:assert/strict'
import fs, {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileTickets } from '#adapters/external/file.ts'
import type { SqliteConfig } from '#config/config.ts'
import { hour } from '#kit/time.ts'
import { adminCodeFile } from '#main/admin-code.ts'
import { restorePictures, takeNightlyBackup } from '#main/backups.ts'
import { makeDataDir } from '#main/folders.ts'
import { freshDatabase, tempDir } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam } from '../support/team.ts'
import { recordUnsynced } from '../support/unsynced.ts'
import { until } from '../support/until.ts'

test('every acknowledged write to a file is synced, with the name and folders of the file', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const { dir, config } = team.fresh
  using unsynced = recordUnsynced()
  const settled = (what: string) => assert.deepEqual(unsynced.list(), [], what)

  const { url } = await ann.media.upload({ file: Uint8Array.from(await photo()) })
  settled('an upload')
  const name = url.slice(url.lastIndexOf('/') + 1)
  const file = join(dir, 'media', name.slice(0, 2), name)
  assert.ok(existsSync(file))

  const sqlite = config as SqliteConfig // as asked for
  const place = { dataDir: dir, media: { kind: 'disk' } } as const
  team.pass({ hours: 3 })
  const taken = await takeNightlyBackup(place, sqlite, { now: team.now(), believed: team.now() }, 'UTC')
  assert.equal(taken?.pictures?.count, 1)
  settled('a backup with its pictures')

  rmSync(join(dir, 'media'), { recursive: true })
  assert.equal((await restorePictures(place, taken.file))?.count, 1)
  settled('pictures brought back')

  await ann.users.erase()
  assert.ok(!existsSync(file))
  settled('an erased picture')

  const external = join(dir, 'external.jsonl')
  const facts = { id: 1, type: 'computer', device: '', deviceModel: '', description: '' } as const
  const ticket = { ref: 'a-1', at: 0, subject: '', text: '', link: '', facts }
  await fileTickets(external).create(ticket, AbortSignal.timeout(60_000))
  settled('a forwarded ticket')
})

test('remains of killed uploads are removed at the start and every hour, but never an upload in progress', async () => {
  await using fresh = await freshDatabase('sqlite')
  const media = join(fresh.dir, 'media')
  const [before, old, young, link, picture] = [
    'ab/.1.jpg.part',
    'ab/.2.jpg.part',
    'ab/.3.jpg.part',
    '.4.part',
    'ab/5.jpg',
  ].map((name) => join(media, name)) as [string, string, string, string, string] // as many as there are above
  mkdirSync(join(media, 'ab'), { recursive: true })
  writeFileSync(before, 'half')
  // A file cannot be given an earlier time of change, so `stat` is replaced.
  const { stat } = fs.promises
  const aged = async (path: string) => {
    const found = await stat(path)
    if (path === before || path === old) found.ctimeMs -= 2 * hour
    return found
  }
  Object.assign(fs.promises, { stat: aged })
  syncBuiltinESMExports()
  try {
    await using team = await newTeam({ beside: { fresh } })
    await until(() => !existsSync(before))
    for (const file of [old, young, picture]) writeFileSync(file, 'half')
    // A restored picture: its file was written when the picture was made.
    linkSync(picture, link)
    utimesSync(picture, 0, 0)
    // The clock of the service does not decide the age of a file.
    team.pass({ days: 3 })
    await team.running.tidy()
    const left = readdirSync(media, { recursive: true, encoding: 'utf8' }).map((name) => join(media, name))
    assert.deepEqual(left.sort(), [join(media, 'ab'), young, link, picture].sort())
  } finally {
    Object.assign(fs.promises, { stat })
    syncBuiltinESMExports()
  }
})

test('the first admin code and a new data folder are synced too', async () => {
  const dir = tempDir()
  {
    using unsynced = recordUnsynced()
    const folder = join(dir, 'one', 'two')
    assert.equal(await makeDataDir(folder), undefined)
    const code = adminCodeFile(folder)
    await code.keep(async () => 'first')
    await code.keep(async () => 'second')
    assert.equal(readFileSync(join(folder, 'admin-code'), 'utf8'), 'second\n')
    assert.deepEqual(unsynced.list(), [])
  }
  rmSync(dir, { recursive: true })
})
