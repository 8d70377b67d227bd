import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig, type SqliteConfig } from '#config/config.ts'
import { start } from '#main/start.ts'
import { Unavailable } from '#store/engine.ts'
import { askForCheck, findDamage, findDamageBeside, needsCheck } from '#store/integrity.ts'
import { backupNightly } from '#store/nightly.ts'
import { Damaged, openEngine } from '#store/open.ts'
import { SqliteEngine } from '#store/sqlite.ts'
import { damage } from '../support/damage.ts'
import { freshStore } from '../support/databases.ts'
import { fill } from '../support/reports.ts'
import { json } from '../support/team.ts'
import { until } from '../support/until.ts'

const noon = Temporal.Instant.from('2026-11-16T12:00:00Z').epochMilliseconds

/** A database that was filled, backed up and closed cleanly. */
async function settled() {
  const { store, fresh } = await freshStore('sqlite')
  await fill(store, 50)
  const config = fresh.config as SqliteConfig // as asked for
  const backup = await backupNightly(config.file, config.backups, noon, 'UTC')
  await store[Symbol.asyncDispose]()
  assert.ok(backup)
  return { ...fresh, config, backup }
}

test('a healthy database passes, whether it is looked at first or beside the service', async () => {
  await using house = await settled()
  assert.equal(needsCheck(house.config.file), false)
  assert.equal(findDamage(house.config.file), undefined)
  assert.equal(await findDamageBeside(house.config.file).result, undefined)
  askForCheck(house.config.file)
  await (await openEngine(house.config))[Symbol.asyncDispose]()
  assert.equal(needsCheck(house.config.file), false)
})

test('after a restore, damage stops the start with the command that mends it', async () => {
  await using house = await settled()
  damage(house.config.file)
  askForCheck(house.config.file)
  await assert.rejects(openEngine(house.config), (error: Error) => {
    assert.ok(error instanceof Damaged)
    assert.ok(error.message.includes(`npm run fettle -- restore ${house.backup}`))
    return true
  })
  assert.ok(needsCheck(house.config.file), 'the next start must look again')
})

test('after a crash the same, and a crash alone is no damage', async () => {
  await using house = await settled()
  for (const { name, harmed } of [
    { name: 'crashed', harmed: false },
    { name: 'crashed-and-damaged', harmed: true },
  ]) {
    const file = join(house.dir, name, 'fettle.db')
    mkdirSync(join(house.dir, name))
    // A log that was not written back is what a crash leaves.
    const writer = new DatabaseSync(house.config.file)
    writer.exec('update person set created_at = created_at + 1')
    for (const end of ['', '-wal']) copyFileSync(house.config.file + end, file + end)
    writer.close()
    if (harmed) damage(file)
    const opening = openEngine({ ...house.config, file })
    if (harmed) await assert.rejects(opening, Damaged)
    else await (await opening)[Symbol.asyncDispose]()
  }
})

test('damage that somebody runs into is told once; from then on nothing is written, and what is whole is read', async () => {
  await using house = await settled()
  damage(house.config.file)
  const told: string[] = []
  await using engine = new SqliteEngine(house.config.file, { strict: true, alarm: (what) => told.push(what) })
  const feedback = () => engine.read((db) => db.selectFrom('feedback').select('content').execute())
  const members = () => engine.read((db) => db.selectFrom('member').select('name').execute())
  const join = () =>
    engine.change((db) => db.insertInto('member').values({ name: 'Ann', admin: 0, active: 1, created_at: 0 }).execute())
  await engine.probe()
  for (let i = 0; i < 2; i += 1) await assert.rejects(feedback(), Unavailable)
  assert.equal(told.length, 1)
  for (let i = 0; i < 2; i += 1) await assert.rejects(join(), Unavailable)
  assert.deepEqual(await members(), [])
  await assert.rejects(engine.probe(), Unavailable)
})

test('otherwise it is found beside the running service, which takes no more writes, reads on, and says so', async () => {
  await using house = await settled()
  const { dir, config } = house
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const settings = readConfig({ PORT: '0', DATA_DIR: dir, TEAM_TIME_ZONE: 'UTC' })
  let token: string
  {
    await using healthy = await start(settings, { log })
    const login = await fetch(`${healthy.url}/login`, json({ code: 'guest' }))
    token = ((await login.json()) as { token: string }).token // by the contract
  }
  damage(config.file)
  await using running = await start(settings, { log })
  await until(async () => (await fetch(`${running.url}/readyz`)).status === 503)
  const refused = await fetch(`${running.url}/report`, json({ token, content: 'hello' }))
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const read = await fetch(`${running.url}/user/info?token=${token}`)
  assert.equal(read.status, 200)
  assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
  assert.ok(lines.some((line) => line.includes(`npm run fettle -- restore ${house.backup}`)))
})
