import assert from 'node:assert/strict'
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SqliteConfig } from '#config/config.ts'
import { backUpPictures, restorePictures, takeNightlyBackup } from '#main/backups.ts'
import { backup } from '#store/upkeep/backup.ts'
import { damageTemporarily } from '../support/damage.ts'
import { photo, transparentPhoto } from '../support/pictures.ts'
import { newTeam } from '../support/team.ts'

test('a picture is kept and can be restored as long as one nightly backup refers to it', async () => {
  await using team = await newTeam()
  const { dir, config } = team.fresh
  const place = { dataDir: dir, media: { kind: 'disk' } } as const
  const sqlite = config as SqliteConfig // as asked for
  const tonight = () =>
    takeNightlyBackup(
      place,
      { ...sqlite, backups: { ...sqlite.backups, keepDays: 3 } },
      { now: team.now(), believed: team.now() },
      'UTC',
    )
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
  const kept = () => filesIn(join(sqlite.backups.dir, 'fettle-pictures'))
  const live = () => filesIn(join(dir, 'media'))

  const ann = await team.user()
  const upload = async (picture: Buffer) => {
    const { url } = await ann.media.upload({ file: Uint8Array.from(picture) })
    return { url, name: url.slice(url.lastIndexOf('/') + 1) }
  }
  const unused = await upload(await photo())
  const used = await upload(await transparentPhoto())
  assert.match(used.name, /webp$/)
  await ann.tickets.create({ type: 0, device: 'kettle', pic: [used.url] })
  team.pass({ hours: 3 })
  const first = await tonight()
  assert.deepEqual([first?.pictures?.count, first?.pictures?.missing], [2, 0])
  assert.deepEqual(new Set(kept()), new Set([unused.name, used.name]))

  for (let night = 2; night <= 4; night += 1) {
    team.pass({ hours: 24 })
    await team.running.tidy()
    assert.deepEqual(live(), [used.name])
    await tonight()
    assert.equal(kept().length, night < 4 ? 2 : 1, `night ${night}`)
  }
  assert.deepEqual(kept(), [used.name])

  // A backup that cannot be read now may refer to more pictures than the others.
  const old = join(sqlite.backups.dir, readdirSync(sqlite.backups.dir).sort()[1] ?? '')
  const mend = damageTemporarily(old, () => truncateSync(old, 8192))
  writeFileSync(join(sqlite.backups.dir, 'fettle-pictures', 'unknown.jpg'), 'x')
  team.pass({ hours: 24 })
  await tonight()
  assert.ok(kept().includes('unknown.jpg'))
  mend()
  team.pass({ hours: 24 })
  await tonight()
  assert.deepEqual(kept(), [used.name])

  rmSync(join(dir, 'media'), { recursive: true })
  const backup = join(sqlite.backups.dir, readdirSync(sqlite.backups.dir).sort()[0] ?? '')
  assert.deepEqual((await restorePictures(place, backup))?.count, 1)
  assert.equal((await team.call(new URL(used.url).pathname)).status, 200)
})

test('a picture deleted during a backup is not reported as missing, a lost one is', async () => {
  await using team = await newTeam()
  const { dir, config } = team.fresh
  const { file } = config as SqliteConfig // as asked for
  const ann = await team.user()
  const upload = async () => {
    const { url } = await ann.media.upload({ file: Uint8Array.from(await photo()) })
    return { url, path: join(dir, new URL(url).pathname.replace(/\/(..)([^/]*)$/, '/$1/$1$2')) }
  }
  await upload()
  const [kept, lost] = [await upload(), await upload()]
  await ann.tickets.create({ type: 0, device: 'kettle', pic: [kept.url, lost.url] })
  const target = join(dir, 'copy', 'copy.db')
  await backup(file, target)
  // The hourly job runs between the backup of the database and that of its pictures.
  team.pass({ hours: 25 })
  await team.running.tidy()
  const place = { dataDir: dir, media: { kind: 'disk' } } as const
  const brought = await backUpPictures(place, file, target)
  assert.deepEqual([brought?.count, brought?.missing], [2, 0])
  rmSync(lost.path)
  rmSync(join(dir, 'copy', 'fettle-pictures'), { recursive: true })
  const again = await backUpPictures(place, file, target)
  assert.deepEqual([again?.count, again?.missing], [1, 1])
})
