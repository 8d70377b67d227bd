import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig, type SqliteConfig } from '#config/config.ts'
import { nightlyChecker } from '#main/backups.ts'
import { main } from '#main/cli.ts'
import { doctor } from '#main/doctor.ts'
import { start } from '#main/start.ts'
import { damageRemedy } from '#store/backup-files.ts'
import { Unavailable } from '#store/engine/engine.ts'
import {
  askForCheck,
  CheckError,
  DamageError,
  findDamage,
  findDamageInChildProcess,
  requiredCheck,
} from '#store/engine/integrity.ts'
import { IntegrityWatch } from '#store/engine/integrity-watch.ts'
import { openEngine } from '#store/engine/open.ts'
import { SqliteEngine } from '#store/engine/sqlite.ts'
import { Store } from '#store/store.ts'
import { BackupError, backup, verify } from '#store/upkeep/backup.ts'
import { backupNightly } from '#store/upkeep/nightly-backup.ts'
import { breakIndex, damage, damageTemporarily, flipIndexBit } from '../support/damage.ts'
import { freshDatabase, freshStore, tempDir } from '../support/databases.ts'
import { addFeedback, addFeedbackPages } from '../support/reports.ts'
import { json } from '../support/team.ts'
import { until } from '../support/until.ts'

const noon = Temporal.Instant.from('2026-11-16T12:00:00Z').epochMilliseconds
const day = 86_400_000

/** Made once, and copied for each test. */
const model = tempDir()
after(() => rmSync(model, { recursive: true, force: true }))
before(async () => {
  await using made = await freshStore('sqlite')
  await addFeedbackPages(made.store, 50)
  const { file, backups } = made.fresh.config as SqliteConfig // as asked for
  await backupNightly(file, backups, noon, 'UTC')
  await made.store[Symbol.asyncDispose]()
  cpSync(made.fresh.dir, model, { recursive: true })
})

/** A database that was filled, backed up and closed cleanly. */
async function settled() {
  const fresh = await freshDatabase('sqlite')
  cpSync(model, fresh.dir, { recursive: true })
  const config = fresh.config as SqliteConfig // as asked for
  return { ...fresh, config, backup: join(config.backups.dir, 'fettle-2026-11-16.db') }
}

test('an intact database passes the check, in this process and in a child process', async () => {
  await using house = await settled()
  assert.equal(requiredCheck(house.config.file), undefined)
  assert.equal(findDamage(house.config.file), undefined)
  assert.equal(await findDamageInChildProcess(house.config.file).result, undefined)
  askForCheck(house.config.file)
  await (await openEngine(house.config))[Symbol.asyncDispose]()
  assert.equal(requiredCheck(house.config.file), undefined)
})

test('after a restore, damage stops the start and the error names the command to run', async () => {
  await using house = await settled()
  damage(house.config.file)
  askForCheck(house.config.file)
  await assert.rejects(openEngine(house.config), (error: Error) => {
    assert.ok(error instanceof DamageError)
    assert.ok(error.message.includes(`npm run fettle -- restore ${house.backup}`))
    return true
  })
  assert.equal(requiredCheck(house.config.file), 'full', 'the next start must check the database again')
})

test('after a crash, damage stops the start, and a crash alone is not damage', async () => {
  await using house = await settled()
  for (const { name, harmed } of [
    { name: 'crashed', harmed: false },
    { name: 'crashed-and-damaged', harmed: true },
  ]) {
    const file = join(house.dir, name, 'fettle.db')
    mkdirSync(join(house.dir, name))
    // A crash leaves a write-ahead log that was not applied.
    const writer = new DatabaseSync(house.config.file)
    writer.exec('update person set created_at = created_at + 1')
    for (const end of ['', '-wal']) copyFileSync(house.config.file + end, file + end)
    writer.close()
    if (harmed) damage(file)
    const opening = openEngine({ ...house.config, file })
    if (harmed) await assert.rejects(opening, DamageError)
    else await (await opening)[Symbol.asyncDispose]()
  }
})

test('damage found by a statement is reported once; then writes stop, and intact data can be read', async () => {
  await using house = await settled()
  damage(house.config.file)
  const told: string[] = []
  const integrity = new IntegrityWatch(house.config.file, { alarm: (what) => told.push(what) })
  await using engine = new SqliteEngine(house.config.file, { strict: true, integrity })
  const feedback = () => engine.read((db) => db.selectFrom('feedback').select('content').execute())
  const members = () => engine.read((db) => db.selectFrom('member').select('name').execute())
  const join = () =>
    engine.change((db) => db.insertInto('member').values({ name: 'Ann', admin: 0, active: 1, created_at: 0 }).execute())
  await new Store(engine).probe()
  for (let i = 0; i < 2; i += 1) await assert.rejects(feedback(), Unavailable)
  await assert.rejects(join(), Unavailable)
  await until(() => told.length > 0)
  await assert.rejects(feedback(), Unavailable)
  await assert.rejects(join(), Unavailable)
  assert.equal(told.length, 1)
  assert.deepEqual(await members(), [])
  await assert.rejects(new Store(engine).probe(), Unavailable)
})

test('damage found while the service runs stops writes, and reads continue', async () => {
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
  // With damage nothing is deleted, and that is not a failure.
  await running.tidy()
  assert.ok(lines.some((line) => line.includes(`npm run fettle -- restore ${house.backup}`)))
})

for (const before of ['a clean stop', 'a crash']) {
  test(`a flipped bit in an index is found soon after a start that follows ${before}`, async () => {
    await using house = await settled()
    const { config } = house
    flipIndexBit(config.file)
    assert.equal(findDamage(config.file), undefined, 'the quick check finds no damage')
    // A crash leaves a write-ahead log that was not applied.
    if (before === 'a crash') {
      const writer = new DatabaseSync(config.file)
      writer.exec('update member set seen_at = 1; update person set created_at = created_at + 1')
      const log = readFileSync(`${config.file}-wal`)
      writer.close()
      writeFileSync(`${config.file}-wal`, log)
      assert.equal(requiredCheck(config.file), 'quick')
    }
    const alarms: string[] = []
    await using engine = await openEngine(config, { alarm: (text) => void alarms.push(text) })
    await until(() => engine.damage() !== undefined)
    assert.match(alarms.join(), /feedback_by_person/)
    assert.ok(alarms.join().includes(`npm run fettle -- restore ${house.backup}`))
  })
}

/** An opened store that is checked only on demand. */
function uncheckedStore(config: SqliteConfig, alarms: string[]) {
  const alarm = (what: string) => void alarms.push(new DamageError(config.file, what, damageRemedy(config)).message)
  return new Store(new SqliteEngine(config.file, { integrity: new IntegrityWatch(config.file, { alarm }) }))
}

/** Starting a process fails, as on a machine that cannot start another one. */
function withoutProcesses(t: TestContext) {
  const node = process.execPath
  t.after(() => {
    process.execPath = node
  })
  process.execPath = '/nowhere/node'
  return () => {
    process.execPath = node
  }
}

test('an integrity check that was killed or could not start is not damage: it is repeated and reported once', async (t) => {
  await using house = await settled()
  const { file } = house.config
  const killed = findDamageInChildProcess(file)
  process.kill(killed.pid ?? 0, 'SIGKILL')
  await assert.rejects(killed.result, CheckError)
  {
    // A database that cannot be read completely now may be readable later.
    const unreadable = join(house.dir, 'unreadable.db')
    copyFileSync(file, unreadable)
    damage(unreadable)
    mkdirSync(`${unreadable}-wal`)
    await assert.rejects(findDamageInChildProcess(unreadable, 'unchanging').result, CheckError)
  }
  const processesAgain = withoutProcesses(t)
  await assert.rejects(findDamageInChildProcess(file).result, CheckError)
  await assert.rejects(verify(house.backup), (error: Error) => {
    assert.ok(error instanceof BackupError)
    assert.match(error.message, /could not be verified/)
    return true
  })
  const begun: string[] = []
  const warnings: string[] = []
  const integrity = new IntegrityWatch(file, {
    retryMs: 1,
    report: (text) => void warnings.push(text),
    alarm: (found) => assert.fail(found),
    begin(...of) {
      begun.push('check')
      if (begun.length === 3) processesAgain()
      const check = findDamageInChildProcess(...of)
      if (begun.length === 3) process.kill(check.pid ?? 0, 'SIGTERM')
      if (begun.length === 4) process.kill(check.pid ?? 0, 'SIGKILL')
      return check
    },
  })
  askForCheck(file)
  await integrity.check('full')
  await until(() => !requiredCheck(file))
  assert.equal(integrity.problem(), undefined)
  assert.ok(begun.length >= 3)
  assert.deepEqual(
    warnings.map((text) => /could not be completed/.test(text)),
    [true],
  )
  // A closed check leaves no process and makes no more attempts.
  const closing = integrity.check('full')
  await integrity.close()
  await closing
})

test('an integrity check ends when its service is killed', async () => {
  await using house = await settled()
  const { file } = house.config
  // The check waits for the lock, and then takes long for a large file.
  using holder = new DatabaseSync(file)
  holder.exec('pragma journal_mode = delete; begin exclusive')
  truncateSync(file, 65 * 1024 * 1024)
  const program = join(import.meta.dirname, '../../src/store/engine/integrity-process.ts')
  const child = spawn(process.execPath, [program, file, 'live', 'full'], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  child.stdin.end()
  await once(child, 'close')
  assert.equal(said, '')
})

test('the nightly backup finds damage that only a full check detects, and it stops writes and deletions', async () => {
  await using house = await settled()
  const { config, backup: good } = house
  breakIndex(config.file)
  assert.equal(findDamage(config.file), undefined)
  const alarms: string[] = []
  await using store = uncheckedStore(config, alarms)
  const nightly = nightlyChecker(store)
  const { signal } = new AbortController()
  const backUp = (at: number) =>
    nightly(String(at), signal, () => backupNightly(config.file, config.backups, at, 'UTC'))
  await assert.rejects(backUp(noon + day), DamageError)
  await until(() => alarms.length > 0)
  assert.match(alarms.join(), /feedback_by_person/)
  assert.ok(alarms.join().includes(`npm run fettle -- restore ${good}`))
  await assert.rejects(store.probe(), Unavailable)
  await assert.rejects(addFeedback(store, 'refused'), Unavailable)
  // Weeks later the good backup is still there, and no damaged one.
  assert.equal(await backUp(noon + 40 * day), undefined)
  assert.deepEqual(readdirSync(config.backups.dir), ['fettle-2026-11-16.db'])
  assert.equal(alarms.length, 1)
  // A restart does not accept the damaged database either.
  await store[Symbol.asyncDispose]()
  await assert.rejects(openEngine(config), DamageError)
})

test('a backup damaged by its own disk does not mean that the database is damaged', async () => {
  await using house = await settled()
  const { file } = house.config
  const target = join(house.dir, 'copy.db')
  const progress = (done: number, all: number) => {
    if (done === all) damage(`${target}.fettle-partial`)
  }
  await assert.rejects(backup(file, target, { progress }), (error: Error) => {
    assert.ok(error instanceof BackupError)
    assert.match(error.message, /copy\.db\.fettle-partial is damaged/)
    return true
  })
  await assert.rejects(backup(file, target, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.ok(!readdirSync(house.dir).some((name) => name.startsWith('copy.db')))
  // If no backup can be made, the database is checked anyway, once a night.
  breakIndex(file)
  const alarms: string[] = []
  await using store = uncheckedStore(house.config, alarms)
  const nightly = nightlyChecker(store)
  const full = () => Promise.reject(new Error('no room'))
  await assert.rejects(nightly('2026-11-17', new AbortController().signal, full), /no room/)
  await until(() => alarms.length > 0)
})

test('a transient fault stops writes until a check has passed', async () => {
  await using house = await settled()
  const { file } = house.config
  const mend = damageTemporarily(file)
  const warnings: string[] = []
  const integrity = new IntegrityWatch(file, {
    report: (text) => void warnings.push(text),
    alarm: (found) => assert.fail(found),
    begin(...of) {
      mend()
      return findDamageInChildProcess(...of)
    },
  })
  await using store = new Store(new SqliteEngine(file, { integrity }))
  const read = () => store.read((tx) => tx.feedback.list(0, 100))
  await assert.rejects(read(), Unavailable)
  await assert.rejects(addFeedback(store, 'refused'), Unavailable)
  await assert.rejects(store.probe(), Unavailable)
  assert.equal(requiredCheck(file), 'full')
  await until(() => store.storage.damage() === undefined)
  assert.notEqual(requiredCheck(file), 'full')
  assert.equal((await read()).length, 50)
  await addFeedback(store, 'taken')
  await store.probe()
  assert.equal(warnings.length, 2)
})

test('a suspicion of damage that arises during a check is cleared only by a later check', async () => {
  await using house = await settled()
  const { file } = house.config
  const checks: PromiseWithResolvers<undefined>[] = []
  const integrity = new IntegrityWatch(file, {
    begin() {
      const check = Promise.withResolvers<undefined>()
      checks.push(check)
      return { pid: undefined, result: check.promise, stop: async () => {} }
    },
  })
  const earlier = integrity.check('full')
  await until(() => checks.length === 1)
  let cleared = 0
  integrity.suspect('malformed', () => {
    cleared += 1
  })
  checks[0]?.resolve(undefined)
  await earlier
  await until(() => checks.length === 2)
  assert.match(integrity.problem() ?? '', /may be damaged and is being checked: malformed/)
  assert.deepEqual([cleared, requiredCheck(file)], [0, 'full'], 'the next start must check the database')
  checks[1]?.resolve(undefined)
  await until(() => cleared === 1)
  assert.deepEqual([integrity.problem(), requiredCheck(file)], [undefined, undefined])
  await integrity.close()
})

test('if the database file is truncated, emptied or overwritten, each command fails and names the restore command', async (t) => {
  await using house = await settled()
  const { config, dir } = house
  const whole = readFileSync(config.file)
  const log = Buffer.concat([Buffer.from([0x37, 0x7f, 0x06, 0x82]), Buffer.alloc(60)])
  const sentence = `npm run fettle -- restore ${house.backup}`
  const said: string[] = []
  t.mock.method(process.stderr, 'write', (text: unknown) => said.push(String(text)) > 0)
  const ruins: [string, () => void][] = [
    ['half of it', () => truncateSync(config.file, whole.length / 2)],
    [
      'a log that says nothing beside half of it',
      () => {
        truncateSync(config.file, whole.length / 2)
        writeFileSync(`${config.file}-wal`, log)
      },
    ],
    ['its beginning overwritten', () => writeFileSync(config.file, Buffer.alloc(100, 1), { flag: 'r+' })],
    ['nothing left', () => truncateSync(config.file, 0)],
  ]
  for (const [name, ruin] of ruins) {
    writeFileSync(config.file, whole)
    ruin()
    await assert.rejects(openEngine(config), (error: Error) => {
      assert.ok(error instanceof DamageError, `${name}: ${error}`)
      assert.ok(error.message.includes(sentence), name)
      return true
    })
  }
  const findings = await Array.fromAsync(doctor({ DATA_DIR: dir }))
  assert.ok(findings.some(({ problem }) => problem?.includes(sentence)))
  for (const command of [['backup', join(dir, 'vain.db')], ['migrate'], ['invite', 'Ann']]) {
    said.length = 0
    assert.equal(await main(command, { DATA_DIR: dir }), 1)
    assert.ok(said.join('').includes(sentence), `${command}: ${said.join('')}`)
    assert.doesNotMatch(said.join(''), /^ {4}at /m)
  }
  // A folder instead of a file cannot be opened, which is not damage.
  const nofile = { ...config, file: dir }
  await assert.rejects(openEngine(nofile), Unavailable)
  t.mock.restoreAll()
  assert.equal(await main(['restore', house.backup], { DATA_DIR: dir }), 0)
  await (await openEngine(config))[Symbol.asyncDispose]()
})

test('after a crash a large database is checked while the service starts, and damage is found', async () => {
  await using house = await settled()
  const { config } = house
  damage(config.file)
  // Unused pages make the file large.
  truncateSync(config.file, 65 * 1024 * 1024)
  askForCheck(config.file)
  const alarms: string[] = []
  try {
    await using engine = await openEngine(config, { alarm: (text) => void alarms.push(text) })
    await until(() => engine.damage() !== undefined)
  } catch (error) {
    assert.ok(error instanceof DamageError)
    alarms.push(error.message)
  }
  assert.ok(alarms.join().includes(`npm run fettle -- restore ${house.backup}`))
  assert.equal(requiredCheck(config.file), 'full', 'the next start must check the database again')
})

test('an integrity check that cannot be completed is repeated with exponential backoff', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await using house = await settled()
  let begun = 0
  const integrity = new IntegrityWatch(house.config.file, {
    begin() {
      begun += 1
      return { pid: undefined, result: Promise.reject(new CheckError('no process')), stop: async () => {} }
    },
  })
  await integrity.check('full')
  for (const seconds of [1, 2, 4, 8]) {
    const before = begun
    t.mock.timers.tick(seconds * 1000 - 1)
    await nextTurn()
    assert.equal(begun, before, `not yet after ${seconds} s`)
    t.mock.timers.tick(1)
    await nextTurn()
    assert.equal(begun, before + 1, `after ${seconds} s`)
  }
  await integrity.close()
})
