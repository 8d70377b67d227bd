import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { decodeQR } from 'qr/decode.js'
import type { Environment } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { openEngine } from '#store/engine/open.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { moods, wechatPeer } from '../peers/wechat.ts'
import { freshDatabase, tempDir } from '../support/databases.ts'
import { preloadedCode, runProgram, startService } from '../support/program.ts'
import { until } from '../support/until.ts'

/** An empty folder to work in, gone afterwards. */
function emptyFolder(t: TestContext): string {
  const dir = tempDir()
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const adminCode = (said: string) => /^admin code: (\S+)$/m.exec(said)?.[1]

/** Every file with its size and time of change, to see that nothing was touched. */
function picture(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/cache'))
    .sort()
    .map((path) => `${path} ${statSync(path).size} ${entryTime(path)}`)
}
// A reader beside the service takes part in the locks of its index, which is no change of the data.
const entryTime = (path: string) =>
  path.endsWith('-shm') || statSync(path).isDirectory() ? '' : statSync(path).mtimeMs

test('a first start in an empty folder runs the service and prints the admin code, in a file that only its owner may read', async (t) => {
  const cwd = emptyFolder(t)
  let code: string | undefined
  for (const start of ['first', 'second']) {
    await using service = await startService({ cwd, env: { NODE_COMPILE_CACHE: undefined } })
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    code ??= adminCode(service.said())
    assert.match(code ?? '', /^inv_[0-9a-z-]{19}$/)
    assert.equal(adminCode(service.said()), code, `the ${start} start prints the same code`)
    assert.ok(service.said().includes(`set up the team: ${service.url}/set-up#${code}`))
    assert.equal(readFileSync(join(cwd, 'data/admin-code'), 'utf8').trim(), code)
    assert.equal(modeOf(join(cwd, 'data')), '700')
    const files = readdirSync(join(cwd, 'data'), { withFileTypes: true }).filter((entry) => entry.isFile())
    const modes = Object.fromEntries(files.map(({ name }) => [name, modeOf(join(cwd, 'data', name))]))
    assert.equal(modes['fettle.db-wal'], '600')
    assert.deepEqual(new Set(Object.values(modes)), new Set(['600']), JSON.stringify(modes))
    service.tell('SIGTERM')
    const { code: exit, err } = await service.ended
    assert.equal(exit, 0, err)
    assert.ok(!err.includes(code ?? '?'), 'the code is not in the log')
  }
  assert.ok(readdirSync(join(cwd, 'data/cache')).length > 0, 'compiled code is kept')
})

test('a second start on the same data folder fails with a sentence, and the first service keeps running', async (t) => {
  const cwd = emptyFolder(t)
  await using service = await startService({ cwd })
  const second = await runProgram(['start'], { cwd, env: { PORT: new URL(service.url).port } })
  assert.equal(second.code, 1)
  assert.match(second.err, /Another Fettle is running on .*data/)
  assert.match(second.err, /PORT \d+ is in use/)
  assert.doesNotMatch(second.err, /^\s+at /m)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
})

/** The text of a QR code in half blocks that draws the light modules. */
function scanBlocks(said: string): string {
  const lines = said.split('\n').filter((line) => /^ {2}[ ▄▀█]{20,}$/.test(line))
  const rows = lines.flatMap((line) =>
    ['▀█', '▄█'].map((light) => [...line.slice(2)].map((char) => light.includes(char))),
  )
  const size = rows[0]?.length ?? 0
  const scale = 4
  const data = Uint8Array.from({ length: (size * scale) ** 2 * 4 }, (_, i) => {
    const [x, y] = [Math.floor(i / 4) % (size * scale), Math.floor(i / 4 / (size * scale))]
    return i % 4 === 3 || rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0
  })
  return decodeQR({ width: size * scale, height: size * scale, data })
}

const otherAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.'))?.address

test('with --lan other devices reach the service by a link and a QR code that it prints', {
  skip: otherAddress === undefined && 'this machine is in no network',
}, async (t) => {
  const cwd = emptyFolder(t)
  const free = createServer()
  await once(free.listen(0, '0.0.0.0'), 'listening')
  const { port } = free.address() as AddressInfo // listening on TCP
  await new Promise((resolve) => free.close(resolve))
  await using service = await startService({ cwd, env: { PORT: String(port) } }, ['--lan'])
  assert.doesNotMatch(service.url, /127\.0\.0\.1|0\.0\.0\.0|localhost/)
  assert.equal(scanBlocks(service.said()), service.url)
  assert.ok(service.said().includes(`set up the team: ${service.url}/set-up#${adminCode(service.said())}`))
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
  const { data } = (await (await fetch(`${service.url}/team`)).json()) as { data: { url: string } } // our own answer
  assert.equal(data.url, service.url)
  // With the demo login, anyone who reaches the service could be anyone.
  const { code, err } = await runProgram(['start', '--lan', '--demo'], { cwd })
  assert.deepEqual([code, /^--demo and --lan exclude each other/.test(err)], [1, true])
})

test('a start warns if other devices cannot open the address', async (t) => {
  const said = async (env: Environment) => {
    await using service = await startService({ cwd: emptyFolder(t), env })
    service.tell('SIGTERM')
    return (await service.ended).out
  }
  assert.match(await said({}), /Only this computer can open it\. For phones .+: npm start -- --lan$/m)
  const publicUrl = 'http://192.168.1.4:8080'
  const out = await said({ PUBLIC_URL: publicUrl })
  assert.match(out, /PUBLIC_URL is http:\/\/192\.168\.1\.4:8080, but Fettle listens on 127\.0\.0\.1/)
  assert.match(out, /Behind a proxy .+ is right.+TRUST_PROXY.+\nWithout a proxy .+ npm start -- --lan/)
  assert.doesNotMatch(await said({ PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' }), /listens on|proxy/)
})

test('settings are read from a file, and environment variables override them', async (t) => {
  const cwd = emptyFolder(t)
  writeFileSync(join(cwd, 'my.env'), 'DATA_DIR=elsewhere\nDEFAULT_LANG=en_US\nMETRICS_TOKEN=hush\nPORT=1\n')
  await using service = await startService({ cwd }, ['--env-file', 'my.env'])
  assert.ok(statSync(join(cwd, 'elsewhere/fettle.db')).isFile())
  const { out } = await runProgram(['config', '--env-file=my.env'], { cwd, env: { DEFAULT_LANG: 'zh_CN' } })
  assert.match(out, /^DATA_DIR +\S+elsewhere {2}\(environment\)$/m)
  assert.match(out, /^DEFAULT_LANG +zh_CN/m)
  assert.match(out, /^METRICS_TOKEN +\(hidden\)/m)
  assert.doesNotMatch(out, /hush/)
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
})

test('a start with the demo team fills an empty database once, and the demo command refuses a full one', async (t) => {
  const cwd = emptyFolder(t)
  for (let start = 0; start < 2; start += 1) {
    await using service = await startService({ cwd }, ['--demo'])
    assert.match(service.said(), /^demo team: log in with the code demo-user-1/m)
    const { token } = await connect({ url: service.url }).session.login({ code: 'demo-user-1' })
    const { name } = await connect({ url: service.url, token: () => token }).users.info()
    assert.equal(name, '林晓')
    const member = await connect({ url: service.url }).session.login({ code: 'demo-member-1' })
    const client = connect({ url: service.url, token: () => member.token })
    await client.members.login({ code: '' })
    const { list } = await client.tickets.list({ count: 100 })
    assert.deepEqual(new Set(list.map(({ status }) => status)), new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    service.tell('SIGTERM')
    assert.equal((await service.ended).code, 0)
  }
  // Without the flag no word is a login. With it, the service does not start where other machines can reach it.
  {
    await using service = await startService({ cwd })
    const login = connect({ url: service.url }).session.login({ code: 'demo-member-1' })
    await assert.rejects(login, { status: 404, code: 'not_configured' })
    assert.doesNotMatch(service.said(), /demo/)
  }
  const open = { HOST: '0.0.0.0', PORT: '0', PUBLIC_URL: 'https://repair.example.org' }
  const refused = await runProgram(['start', '--demo'], { cwd, env: open })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /DEMO_LOGIN may be on only while HOST is loopback .+ set HOST=127\.0\.0\.1/)
  const { code, err } = await runProgram(['demo'], { cwd })
  assert.equal(code, 1)
  assert.match(err, /^The database is not empty/)

  await using other = await freshDatabase('sqlite', { migrated: true })
  {
    using db = new DatabaseSync(join(other.dir, 'fettle.db'))
    db.exec('insert into person (created_at) values (1)')
  }
  await using elsewhere = await startService({ cwd: other.dir, env: { DATA_DIR: other.dir } }, ['--demo'])
  assert.match(elsewhere.said(), /^demo team: not here\. This database holds people already/m)
})

test('the check command checks everything and changes nothing, before, during and after a run of the service', async (t) => {
  const cwd = emptyFolder(t)
  mkdirSync(join(cwd, 'data'))
  const check = async (env = {}) => {
    const before = picture(cwd)
    const { code, out, err } = await runProgram(['check'], { cwd, env })
    assert.deepEqual([code, err], [0, ''], out)
    assert.deepEqual(picture(cwd), before)
    return out
  }
  assert.match(await check(), /^ok {5}database \(SQLite\): there is none yet/m)
  {
    await using service = await startService({ cwd })
    const beside = await check({ PORT: new URL(service.url).port })
    assert.match(beside, /^ok {5}database \(SQLite\)$/m)
    assert.match(beside, /^ok {5}service: it runs$/m)
    service.tell('SIGTERM')
    await service.ended
  }
  assert.match(await check(), /^ok {5}database \(SQLite\)$/m)
})

test('the check command leaves the traces of a crash for the next start to repair', async (t) => {
  const cwd = emptyFolder(t)
  {
    await using service = await startService({ cwd })
    service.tell('SIGKILL')
    await service.ended
  }
  const log = join(cwd, 'data/fettle.db-wal')
  const size = statSync(log).size
  assert.ok(size > 0)
  assert.equal((await runProgram(['check'], { cwd })).code, 0)
  assert.equal(statSync(log).size, size)
})

test('the check command reports problems of settings, folder, database, WeChat and the mail server', async (t) => {
  const cwd = emptyFolder(t)
  await using wechat = await wechatPeer()
  await using smtp = await smtpPeer()
  const env = {
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.secret,
    WECHAT_BASE_URL: wechat.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'repair@example.org',
  }
  const fine = await runProgram(['check'], { cwd, env })
  assert.deepEqual([fine.code, fine.out.match(/^ok /gm)?.length], [0, 14], fine.out)

  mkdirSync(join(cwd, 'data'))
  writeFileSync(join(cwd, 'data/fettle.db'), 'this is no database, and long enough to be looked at'.repeat(100))
  wechat.always(moods.drops)
  const wrong = await runProgram(['check'], {
    cwd,
    env: { ...env, SMTP_URL: 'smtp://user:hush@127.0.0.1:1', PORT: 'x', BACKUP_KEEP: 'x' },
  })
  assert.equal(wrong.code, 1)
  for (const line of [
    /^WRONG {2}configuration: PORT must be/m,
    /^WRONG {2}configuration: BACKUP_KEEP must be/m,
    /^WRONG {2}database \(SQLite\): .*not a database/m,
    /^WRONG {2}mini-program login: it does not answer/m,
    /^WRONG {2}mail server: it does not answer as it should \(ECONNREFUSED\)/m,
  ])
    assert.match(wrong.out, line)
  assert.doesNotMatch(wrong.out + wrong.err, new RegExp(`hush|${wechat.secret}|^\\s+at `, 'm'))
})

test('on PostgreSQL the check command does not migrate, and the migrate command does', async (t) => {
  const cwd = emptyFolder(t)
  await using fresh = await freshDatabase('postgres')
  const env = { DATABASE_URL: fresh.config.kind === 'postgres' ? fresh.config.url : '' }
  const check = () => runProgram(['check'], { cwd, env })
  assert.match((await check()).out, /^ok {5}database \(PostgreSQL\): the next start brings its schema up to date/m)
  await using engine = await openEngine(fresh.config)
  const made = await engine.read((db) =>
    sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(db),
  )
  assert.deepEqual(made.rows, [])
  assert.deepEqual(await runProgram(['migrate'], { cwd, env }), {
    code: 0,
    out: 'The schema is up to date.\n',
    err: '',
  })
  assert.match((await check()).out, /^ok {5}database \(PostgreSQL\)$/m)
  const refused = await runProgram(['backup', 'copy.db'], { cwd, env })
  assert.deepEqual([refused.code, /pg_dump/.test(refused.err)], [1, true])
})

test('a backup is made while the service runs, overwrites nothing, and is restored once the service has stopped', async (t) => {
  const cwd = emptyFolder(t)
  const early = await runProgram(['backup', 'copy.db'], { cwd })
  assert.deepEqual([early.code, early.err.startsWith('There is no database yet')], [1, true])
  const nothing = await runProgram(['restore', 'none.db'], { cwd })
  assert.deepEqual([nothing.code, /none\.db does not exist/.test(nothing.err)], [1, true])
  assert.deepEqual(readdirSync(cwd), [], 'a refused command changes nothing')
  {
    await using service = await startService({ cwd }, ['--demo'])
    const taken = await runProgram(['backup', 'copy.db'], { cwd })
    assert.deepEqual([taken.code, /copy\.db has been written and verified\.\n/.test(taken.out)], [0, true], taken.err)
    assert.match(taken.out, /^Its pictures \(\d+\) are in \S+fettle-pictures: keep both together\.\n$/m)
    const again = await runProgram(['backup', 'copy.db'], { cwd })
    assert.deepEqual([again.code, /copy\.db already exists/.test(again.err)], [1, true])
    const running = await runProgram(['restore', 'copy.db'], { cwd })
    assert.deepEqual([running.code, /Another Fettle is running/.test(running.err)], [1, true])
    service.tell('SIGTERM')
    await service.ended
  }
  const pictures = () => readdirSync(join(cwd, 'data/media'), { recursive: true, encoding: 'utf8' }).sort()
  const before = pictures()
  const [lost = '', cut = ''] = before.filter((name) => name.endsWith('.jpg'))
  rmSync(join(cwd, 'data/media'), { recursive: true })
  rmSync(join(cwd, 'fettle-pictures', lost))
  truncateSync(join(cwd, 'fettle-pictures', cut), 1000)
  const restored = await runProgram(['restore', 'copy.db'], { cwd })
  assert.deepEqual(
    [restored.code, /^copy\.db has been restored\. The previous database/.test(restored.out)],
    [0, true],
    restored.err,
  )
  assert.match(restored.out, /^Pictures missing or incomplete in \S+fettle-pictures, so they cannot be shown: 2\.$/m)
  const there = new Set(pictures())
  assert.deepEqual(
    before.filter((name) => !there.has(name) && name.includes('.')),
    [lost, cut],
  )
  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.db/.test(name))
  assert.deepEqual(
    files.filter((name) => modeOf(join(cwd, name)) !== '600'),
    [],
  )
})

test('the config command prints the effective settings and then their problems', async (t) => {
  const cwd = emptyFolder(t)
  const secrets = { WECHAT_APP_SECRET: 'hush', SMTP_URL: 'smtp://a:hush@b', DATABASE_URL: 'postgres://a:hush@b/c' }
  const { code, out, err } = await runProgram(['config'], { cwd, env: { ...secrets, PORT: '81' } })
  assert.match(out, /^PORT +81 {2}\(environment\)$/m)
  assert.match(out, /^PUBLIC_URL +http:\/\/127\.0\.0\.1:81$/m)
  assert.match(out, /^WECHAT_APP_SECRET +\(hidden\)/m)
  assert.equal(code, 1)
  assert.match(err, /WECHAT_APP_SECRET also needs WECHAT_APP_ID[\s\S]*SMTP_URL also needs MAIL_FROM/)
  assert.doesNotMatch(out + err, /hush/)
  assert.equal((await runProgram(['config'], { cwd })).code, 0)
})

test('fettle help explains each command, and a misspelt command is reported', async (t) => {
  const cwd = emptyFolder(t)
  const overview = await runProgram([], { cwd })
  assert.equal(overview.code, 0)
  const names = [...overview.out.matchAll(/^ {2}([a-z]+)[ <>[\]a-z]* {2,}[A-Z]/gm)].map(([, name = '']) => name)
  assert.deepEqual(names, [
    'start',
    'config',
    'check',
    'migrate',
    'backup',
    'restore',
    'move',
    'invite',
    'import',
    'external',
    'ords',
    'demo',
  ])
  for (const name of ['start', 'backup']) {
    const { code, out } = await runProgram([name, '--help'], { cwd })
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^npm run fettle -- ${name}`))
  }
  for (const [args, told] of [
    [['strat'], /^There is no command "strat"\./],
    [['constructor'], /^There is no command "constructor"\./],
    [['start', '--dmeo'], /^Unknown option '--dmeo'\.\n\nnpm run fettle -- start/],
    [['start', '--env-file'], /^Option '--env-file <value>' argument missing/],
    [['backup'], /^"backup" takes <file>\./],
    [['restore', 'a', 'b'], /^"restore" takes <file>\./],
    [['external', 'lsit'], /^"external" takes list, retry, retry <id> or reconcile\./],
    [['check', 'it'], /^"check" takes no arguments\./],
  ] as const) {
    const { code, out, err } = await runProgram(args, { cwd })
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, told)
  }
  assert.deepEqual(
    readdirSync(cwd).filter((name) => name !== 'data'),
    [],
  )
})

test('Node of an old version is refused with one line that says what to do', async (t) => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
  const { code, out, err } = await runProgram(['start'], { cwd: emptyFolder(t), node: preloadedCode(older) })
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^Fettle needs Node 26 and this is 20\.20\.2: [^\n]+\n$/)
})

test('a service that is told to stop during its start finishes the start and shuts down properly', async (t) => {
  const cwd = emptyFolder(t)
  const soon = `
    import { Server } from 'node:net'
    const { listen } = Server.prototype
    Server.prototype.listen = function (...where) {
      process.kill(process.pid, 'SIGTERM')
      return listen.apply(this, where)
    }`
  const { code, err } = await runProgram(['start'], { cwd, env: { PORT: '0' }, node: preloadedCode(soon) })
  assert.equal(code, 0, err)
  assert.ok(!readdirSync(join(cwd, 'data')).includes('fettle.db-wal'), 'a clean stop removes the write-ahead log')
})

test('one Ctrl-C that arrives twice, as npm forwards it, still lets an active request finish', async (t) => {
  await using service = await startService({ cwd: emptyFolder(t) })
  const { hostname, port } = new URL(service.url)
  const socket = dial(Number(port), hostname)
  await once(socket, 'connect')
  const body = '{"code":"guest"}'
  const head = ['POST /login HTTP/1.1', `host: ${hostname}`, 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`)
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200) // by now the request above is under way too
  service.tell('SIGINT')
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503) // the first signal has arrived
  service.tell('SIGINT')
  socket.write(body.slice(5))
  assert.match(await text(socket), /^HTTP\/1\.1 200 [\s\S]*"token"/)
  assert.equal((await service.ended).code, 0)
})

for (const [what, crash] of [
  ['no code catches', "throw new Error('planted')"],
  ['rejects a promise without a handler', "Promise.reject(new Error('planted'))"],
]) {
  test(`an error that ${what} is logged and ends the process`, async (t) => {
    const node = preloadedCode(`process.on('SIGUSR2', () => { ${crash} })`)
    await using service = await startService({ cwd: emptyFolder(t), node })
    service.tell('SIGUSR2')
    const { code, err } = await service.ended
    assert.equal(code, 1)
    const last = JSON.parse(err.trim().split('\n').at(-1) ?? '')
    assert.deepEqual([last.level, last.msg], [60, 'Fettle has crashed'])
    assert.match(last.err.stack, /planted/)
  })
}

test('a running backup does not delay a stop, and leaves nothing behind', async (t) => {
  const cwd = emptyFolder(t)
  // The service looks for due backups at its start. The process that verifies them hangs.
  const node = preloadedCode(`
    import { createRequire } from 'node:module'
    const { setInterval: real } = globalThis
    globalThis.setInterval = (work, ms) => real(work, ms === 600_000 ? 20 : ms)
    const children = createRequire(process.cwd() + '/x.js')('node:child_process')
    const { spawn } = children
    children.spawn = (...given) => {
      const child = spawn(...given)
      child.kill('SIGSTOP')
      return child
    }
  `)
  // A time zone in which it is past three o'clock now.
  const zone = new Date().getUTCHours() < 4 ? 'Asia/Shanghai' : 'UTC'
  await using service = await startService({ cwd, node, env: { TEAM_TIME_ZONE: zone } })
  const backups = join(cwd, 'data/backups')
  const isThere = (name: string) => existsSync(backups) && readdirSync(backups).some((entry) => entry.endsWith(name))
  await until(() => isThere('.db.fettle-partial'))
  service.tell('SIGTERM')
  const { code, err } = await service.ended
  assert.equal(code, 0, err)
  assert.deepEqual(readdirSync(backups), [])
  assert.ok(!readdirSync(join(cwd, 'data')).includes('fettle.db-wal'), 'a clean stop removes the write-ahead log')
})

test('a stop ends within its time limit although something keeps the process alive', async (t) => {
  const node = preloadedCode(`
    const { setTimeout: real } = globalThis
    process.once('SIGTERM', () => { globalThis.setTimeout = (work, ms) => real(work, ms / 20); setInterval(() => {}, 1000) })
  `)
  await using service = await startService({ cwd: emptyFolder(t), node })
  service.tell('SIGTERM')
  const { code, err } = await service.ended
  assert.equal(code, 1)
  assert.match(err, /closing takes too long/)
})

test('a stop ends within its time limit although the disk hangs', async (t) => {
  const node = preloadedCode(`
    import threads from 'node:worker_threads'
    import { syncBuiltinESMExports } from 'node:module'
    const stuck = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000)
    process.once('SIGTERM', () => setImmediate(stuck))
    threads.Worker = class extends threads.Worker {
      constructor(code, options) {
        super(code, { ...options, workerData: options.workerData / 100 })
      }
    }
    syncBuiltinESMExports()
  `)
  await using service = await startService({ cwd: emptyFolder(t), node })
  service.tell('SIGTERM')
  const { code } = await service.ended
  assert.equal(code, null, 'killed')
})
