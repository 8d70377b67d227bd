import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '#config/config.ts'
import { postgresUrl, runAsAdministrator, tempDir } from '../support/databases.ts'
import { runProgram } from '../support/program.ts'

let cwd = ''
before(() => {
  cwd = tempDir()
  writeFileSync(join(cwd, 'a-file'), 'hush')
  mkdirSync(join(cwd, 'read-only'))
  chmodSync(join(cwd, 'read-only'), 0o500)
})
after(() => rmSync(cwd, { recursive: true }))

// Root may write anywhere but where the system itself has no room for files.
const unwritable = process.getuid?.() === 0 ? '/proc/fettle' : 'read-only/data'
const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'hush' }
const server = { HOST: '0.0.0.0', PUBLIC_URL: 'https://repair.example.org' }

const wrong: readonly [what: string, env: Environment, told: RegExp][] = [
  ['a bad port', { PORT: '80a' }, /PORT must be/],
  ['a bad host', { HOST: 'a b' }, /HOST is neither/],
  [
    'a host that is not this machine',
    { ...wechat, ...server, HOST: '192.0.2.1' },
    /cannot listen on HOST 192\.0\.2\.1 and PORT 0/,
  ],
  ['a bad URL scheme', { PUBLIC_URL: 'gopher://localhost' }, /PUBLIC_URL must be a URL/],
  ['a public address with a query', { PUBLIC_URL: 'http://localhost?a' }, /PUBLIC_URL must not have a query/],
  ['a public host without a public address', { ...wechat, HOST: '0.0.0.0' }, /PUBLIC_URL must say where/],
  [
    'the demo login on a host off loopback',
    { ...server, DEMO_LOGIN: 'on' },
    /DEMO_LOGIN may be on only while HOST is loopback/,
  ],
  ['no way to log in', { GUEST_LOGIN: 'off' }, /GUEST_LOGIN is off .+ no one could log in/],
  [
    'rate limits off and a host off loopback',
    { ...wechat, ...server, RATE_LIMITS: 'off' },
    /RATE_LIMITS may be off only/,
  ],
  ['a bad proxy', { TRUST_PROXY: 'everybody' }, /TRUST_PROXY everybody is neither/],
  [
    'a database address without a server',
    { DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/b' },
    /does not answer \(ECONNREFUSED\)/,
  ],
  [
    'a database on a host that does not exist',
    { DATABASE_URL: 'postgres://a:hush@nowhere.invalid/b' },
    /DATABASE_URL cannot be used/,
  ],
  ['a data folder that cannot be written', { DATA_DIR: unwritable }, /DATA_DIR \S+ cannot be used/],
  ['a data folder that is a file', { DATA_DIR: 'a-file' }, /DATA_DIR \S+ cannot be used: \S+ is not a folder/],
  ['a data folder below a file', { DATA_DIR: 'a-file/data' }, /DATA_DIR \S+ cannot be used: \S+ is not a folder/],
  ['a backup folder that is a file', { BACKUP_DIR: 'a-file' }, /BACKUP_DIR \S+ cannot be used/],
  ['an unknown time zone', { TEAM_TIME_ZONE: 'Mars/Olympus' }, /TEAM_TIME_ZONE/],
  ['an offset instead of a time zone', { TEAM_TIME_ZONE: '+08:00' }, /TEAM_TIME_ZONE/],
  ['an unknown language', { DEFAULT_LANG: 'fr' }, /DEFAULT_LANG must be one of zh_CN, en_US/],
  ['a bad log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
  ['a WeChat app id without a secret', { WECHAT_APP_ID: 'wx1' }, /WECHAT_APP_ID also needs/],
  ['a WeChat secret without an app id', { WECHAT_APP_SECRET: 'hush' }, /WECHAT_APP_SECRET also needs/],
  ['a mail server without a sender', { SMTP_URL: 'smtp://a:hush@localhost' }, /SMTP_URL also needs MAIL_FROM/],
  ['a bad mail server', { SMTP_URL: 'a:hush@localhost', MAIL_FROM: 'a@b.org' }, /SMTP_URL must be a URL/],
  ['a secret file that is not there', { METRICS_TOKEN_FILE: 'none' }, /METRICS_TOKEN_FILE none does not exist/],
  ['a secret given twice', { METRICS_TOKEN: 'hush', METRICS_TOKEN_FILE: 'a-file' }, /are both set/],
  ['a negative number of backups', { BACKUP_KEEP: '-1' }, /BACKUP_KEEP must be/],
  ['a misspelt variable', { DATABASE_URI: 'postgres://a:hush@b/c' }, /Did you mean DATABASE_URL/],
]

/** Starts the service with these variables, and expects a refusal with these messages and no others. */
async function refused(env: Environment, told: readonly RegExp[]): Promise<void> {
  // Two of these tests run at once, and one data folder is for one service.
  const own = mkdtempSync(join(cwd, 'data-'))
  const { code, out, err } = await runProgram(['start'], { cwd, env: { PORT: '0', DATA_DIR: own, ...env } })
  assert.equal(code, 1, err)
  assert.equal(out, '')
  const [title, ...problems] = err.trimEnd().split('\n')
  assert.equal(title, 'Fettle cannot start with these settings:')
  assert.equal(problems.length, told.length, err)
  for (const pattern of told) assert.match(err, pattern)
  assert.doesNotMatch(err, /hush|^\s+at /m)
}

describe('starts with a wrong configuration', { concurrency: 2 }, () => {
  for (const [what, env, told] of wrong) test(`a start with ${what} is refused`, () => refused(env, [told]))

  test('a start on a port in use is refused', async (t) => {
    const other = createServer()
    t.after(() => void other.close())
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo // listening on TCP
    await refused({ PORT: String(port) }, [new RegExp(`PORT ${port} is in use`)])
  })

  test('a start with a database server that accepts the connection and stays silent is refused', async (t) => {
    const silent = createServer((socket) => {
      socket.on('error', () => {})
      t.after(() => void socket.destroy())
    })
    t.after(() => void silent.close())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo // listening on TCP
    await refused({ DATABASE_URL: `postgres://a:hush@127.0.0.1:${port}/b` }, [/does not answer \(no answer in time\)/])
  })

  test('a start with a wrong database password is refused', async () => {
    const url = URL.parse(postgresUrl())
    await refused({ DATABASE_URL: `postgres://postgres:hush@${url?.host}/postgres` }, [
      /DATABASE_URL cannot be used: the server does not take this user and password/,
    ])
  })

  test('a start with a database that does not exist is refused', async () => {
    await refused({ DATABASE_URL: `${postgresUrl()}/no_such_database` }, [/the server has no database of this name/])
  })

  test('a start with a database user who may not create tables is refused', async (t) => {
    await runAsAdministrator(`create role reader login password 'hush'`)
    t.after(() => runAsAdministrator('drop role reader'))
    const { host } = new URL(postgresUrl())
    await refused({ DATABASE_URL: `postgres://reader:hush@${host}/postgres` }, [
      /this user may not create tables in it/,
    ])
  })

  test('a start reports all mistakes of its configuration in one message', async () => {
    const env = {
      PORT: 'x',
      LOG_LEVEL: 'x',
      DATA_DIR: 'a-file',
      DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/b',
      TEAM_TIME_ZONE: 'x',
      WECHAT_APP_SECRET: 'hush',
    }
    await refused(env, [/PORT/, /LOG_LEVEL/, /DATA_DIR/, /DATABASE_URL/, /TEAM_TIME_ZONE/, /WECHAT_APP_SECRET/])
  })

  test('a start with a missing settings file is refused', async () => {
    const { code, out, err } = await runProgram(['start', '--env-file', 'none.env'], { cwd })
    assert.deepEqual({ code, out, err }, { code: 1, out: '', err: 'The file none.env cannot be read.\n' })
  })
})
