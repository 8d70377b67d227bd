import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { diskMedia, pictureFile } from '#adapters/media/disk.ts'
import { s3Media } from '#adapters/media/s3.ts'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { main } from '#main/cli.ts'
import { isMediaName } from '#rules/tickets/pictures.ts'
import { mediaName } from '#service/shared/media-urls.ts'
import { move } from '#store/upkeep/move.ts'
import { freshDatabase, tempDir } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam } from '../support/team.ts'

/** The data folder of a stopped service, and a folder with its backup that a stranger could have changed. */
async function backedUp(t: TestContext) {
  const folder = tempDir()
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  mkdirSync(backup)
  let name = ''
  {
    await using team = await newTeam()
    const ann = await team.user()
    const { url } = await ann.media.upload({ file: Uint8Array.from(await photo()) })
    name = mediaName('http://127.0.0.1:8080', url) ?? ''
    await ann.tickets.create({ type: 0, device: 'kettle', pic: [url] })
    assert.equal(await main(['backup', join(backup, 'copy.db')], { DATA_DIR: team.fresh.dir }), 0)
    await team.running[Symbol.asyncDispose]()
    cpSync(team.fresh.dir, data, { recursive: true })
  }
  rmSync(join(data, 'media'), { recursive: true })
  return { folder, data, backup, name, file: join(backup, 'copy.db') }
}

const contentOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return `${path} ${entry.isFile() && entry.name !== 'service.lock' ? readFileSync(path).toString('base64') : ''}`
    })
    .filter((line) => !line.includes('service.lock'))
    .sort()

function listened(t: TestContext) {
  const said: string[] = []
  t.mock.method(process.stderr, 'write', (text: unknown) => said.push(String(text)) > 0)
  t.mock.method(process.stdout, 'write', (text: unknown) => said.push(String(text)) > 0)
  return said
}

const outside = [
  '../../../escaped.jpg',
  '/tmp/fettle-escaped.jpg',
  '..',
  'a/../../../escaped0000.jpg',
  'AAAAAAAAAAAAAAAAAAAAAA.jpg/..',
  'AAAAAAAAAAAAAAAAAAAAAA.jpg\n',
  'AAAAAAAAAAAAAAAAAAAAAA.png',
  '..AAAAAAAAAAAAAAAAAAAA.jpg',
  'ＡAAAAAAAAAAAAAAAAAAAAA.jpg',
]

test('a backup with an invalid picture name or a trigger is refused and changes nothing', async (t) => {
  const { data, backup, file } = await backedUp(t)
  const whole = readFileSync(file)
  const said = listened(t)
  const hostile: [string, RegExp][] = [
    ...outside
      .slice(0, 3)
      .map((name): [string, RegExp] => [
        `update media set name = '${name}'`,
        /media\.name contains a name that no picture can have/,
      ]),
    // The file of a deleted picture would be removed.
    [`update media set name = '../../fettle.db', gone = 1`, /media\.name contains/],
    [`update member set avatar = '../../secret.jpg'`, /member\.avatar contains/],
    [`insert into content_look values (1, 'picture', 0, '../x.jpg', 1, 'review', 1)`, /content_look\.picture contains/],
    ['create trigger t after insert on session begin delete from log; end', /triggers or views/],
    ['create view v as select 1', /triggers or views/],
  ]
  const before = [contentOf(data), contentOf(dirname(backup))]
  for (const [change, sentence] of hostile) {
    const db = new DatabaseSync(file)
    db.exec(`pragma foreign_keys = off; ${change}`)
    db.close()
    said.length = 0
    assert.equal(await main(['restore', file], { DATA_DIR: data }), 1, change)
    assert.match(said.join(''), sentence, change)
    assert.doesNotMatch(said.join(''), /^ {4}at |escaped/m)
    writeFileSync(file, whole)
    assert.deepEqual([contentOf(data), contentOf(dirname(backup))], before, change)
  }
  assert.ok(!existsSync('/tmp/fettle-escaped.jpg'))
  t.mock.restoreAll()
  assert.equal(await main(['restore', file], { DATA_DIR: data }), 0)
})

test('a backup with links, pipes or folders instead of pictures is refused and changes nothing', async (t) => {
  const { folder, data, backup, name, file } = await backedUp(t)
  const pictures = join(backup, 'fettle-pictures')
  const place = pictureFile(pictures, name)
  const elsewhere = join(folder, 'elsewhere.jpg')
  copyFileSync(place, elsewhere)
  const said = listened(t)
  const hostile: Readonly<Record<string, () => void>> = {
    'a symbolic link': () => symlinkSync(elsewhere, place),
    'a link to nothing': () => symlinkSync('/nowhere', place),
    'a folder that is a link': () => {
      const other = join(folder, 'other')
      mkdirSync(other)
      copyFileSync(elsewhere, join(other, name))
      rmSync(dirname(place), { recursive: true })
      symlinkSync(other, dirname(place))
    },
    'a pipe': () => void execFileSync('mkfifo', [place]),
    'a folder': () => mkdirSync(place),
  }
  const before = contentOf(data)
  for (const [what, make] of Object.entries(hostile)) {
    rmSync(dirname(place), { recursive: true })
    mkdirSync(dirname(place))
    make()
    said.length = 0
    assert.equal(await main(['restore', file], { DATA_DIR: data }), 1, what)
    assert.match(said.join(''), /fettle-pictures\S+ is a link or something else that is not a picture/, what)
    assert.deepEqual(contentOf(data), before, what)
  }
  t.mock.restoreAll()
  // A picture with another name at its place is copied, and only its owner may read the copy.
  rmSync(dirname(place), { recursive: true })
  mkdirSync(dirname(place))
  linkSync(elsewhere, place)
  assert.equal(await main(['restore', file], { DATA_DIR: data }), 0)
  const { nlink, mode, ino } = statSync(pictureFile(join(data, 'media'), name))
  assert.deepEqual([nlink, mode & 0o777, ino === statSync(elsewhere).ino], [1, 0o600, false])
  // A folder or a pipe is not accepted as a backup either.
  listened(t)
  execFileSync('mkfifo', [join(folder, 'pipe.db')])
  for (const one of ['backup', 'pipe.db'])
    assert.equal(await main(['restore', join(folder, one)], { DATA_DIR: data }), 1)
})

test('an invalid picture name is refused over HTTP, by the disk, by S3 and by the move to PostgreSQL', async (t) => {
  const { data } = await backedUp(t)
  for (const name of outside) {
    assert.equal(isMediaName(name), false, name)
    assert.equal(mediaName('https://repair.example.edu', `https://repair.example.edu/media/${name}`), undefined, name)
    assert.throws(() => pictureFile(data, name), /not the name of a picture/)
    const s3 = { endpoint: 'http://127.0.0.1:1', bucket: 'b', accessKeyId: 'a', secretAccessKey: 'b' }
    for (const store of [diskMedia(join(data, 'media')), s3Media(s3)])
      for (const call of [
        () => store.put(name, Buffer.from('x'), 'image/jpeg'),
        () => store.get(name),
        () => store.has(name),
        () => store.remove(name),
      ])
        await assert.rejects(async () => call(), /not the name of a picture/)
  }
  await using target = await freshDatabase('postgres')
  const source: SqliteConfig = {
    kind: 'sqlite',
    file: join(data, 'fettle.db'),
    backups: { dir: join(data, 'backups'), keepDays: 1 },
  }
  const db = new DatabaseSync(source.file)
  db.exec("update media set name = '../../../escaped.jpg'")
  db.close()
  await assert.rejects(
    move(source, target.config as PostgresConfig, 0), // as asked for
    /cannot be moved: media\.name contains a name that no picture can have/,
  )
})
