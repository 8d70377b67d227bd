import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { connect } from '#contract/client.ts'
import { tempDir } from '../support/databases.ts'
import { freezeServer, type OwnPostgres, ownPostgres, serverProcesses } from '../support/postgres.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { preloadedCode, type RunningService, startService } from '../support/program.ts'
import { sampleValue } from '../support/prometheus.ts'
import { until } from '../support/until.ts'

/**
 * Only PostgreSQL delays the end: no statement reaches its own time limit, and the limit of the whole stop is so long
 * that a slow machine does not reach it.
 */
const patient = preloadedCode(`
  import threads from 'node:worker_threads'
  import { syncBuiltinESMExports } from 'node:module'
  const { setTimeout: real } = globalThis
  const longer = { 9000: 36_000, 12000: 360_000 }
  globalThis.setTimeout = (work, ms, ...given) => real(work, longer[ms] ?? ms, ...given)
  threads.Worker = class extends threads.Worker {
    constructor(code, options) {
      super(code, { ...options, workerData: options.workerData * 5 })
    }
  }
  syncBuiltinESMExports()
`)

let server: OwnPostgres

/** A connection of the test's own to the database. */
async function connected(database = 'fettle'): Promise<pg.Client> {
  const client = new pg.Client(`${server.url}/${database}`)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function ask(text: string, database?: string): Promise<unknown[]> {
  const client = await connected(database)
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function used({ url }: RunningService): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return sampleValue(metrics, 'fettle_database_connections', { state: 'used' }) ?? 0
}

interface Stopping {
  /** Its address, if not that of the server itself. */
  readonly url?: string
  /** The fault of PostgreSQL before the service is told to stop, until it is disposed of. */
  readonly fault: () => Promise<Disposable | AsyncDisposable>
  /** Whether a request is sent between the fault and the stop. */
  readonly asking: boolean
  /** Connections in use before the service is told to stop. */
  readonly busy?: number
}

/** Stops a service that has acknowledged the name of a guest, and answers how it ended. */
async function stopped({ url = server.url, fault, asking, busy = 1 }: Stopping) {
  const cwd = tempDir()
  using _ = { [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }) }
  const env = { DATABASE_URL: `${url}/fettle`, DEMO_LOGIN: 'on' }
  await using service = await startService({ cwd, env, node: patient })
  const { token } = await connect({ url: service.url }).session.login({ code: 'ann' })
  const ann = connect({ url: service.url, token: () => token })
  await ann.users.update({ name: 'Ann' })
  await using __ = await fault()
  const asked = asking ? ann.users.update({ phone: '13800138000' }).catch(() => {}) : undefined
  await until(async () => (await used(service)) >= busy)
  service.tell('SIGTERM')
  const ended = await service.ended
  await asked
  return ended
}

function assertEnded({ code, err }: { code: number | null; err: string }): void {
  assert.equal(code, 0, err)
  assert.doesNotMatch(err, /"level":60/)
}

const unanswered = /"level":40.*PostgreSQL has not answered/

describe('a stop while PostgreSQL fails', () => {
  before(async () => {
    server = await ownPostgres()
    await ask('create database fettle', 'postgres')
  })
  after(() => server[Symbol.asyncDispose]())

  for (const asking of [false, true])
    test(`a stop with exit code 0 ends in time while PostgreSQL is frozen, with ${asking ? 'a request' : 'jobs'} active`, async () => {
      const ended = await stopped({ asking, fault: () => freezeServer(server) })
      assertEnded(ended)
      assert.match(ended.err, unanswered)
      assert.deepEqual(await ask('select name from person'), [{ name: 'Ann' }])
    })

  test('a stop ends in time while a request waits for a locked table', async () => {
    const locked = async () => {
      const client = await connected()
      await client.query('begin; lock table person in access exclusive mode')
      return { [Symbol.asyncDispose]: () => client.end() }
    }
    assertEnded(await stopped({ asking: true, fault: locked }))
    assert.deepEqual(await ask("select name, phone from person where phone <> ''"), [])
  })

  test('a stop ends in time while PostgreSQL cannot be reached', async () => {
    await using line = await postgresProxy(server.url)
    const cut = async () => {
      line.cut()
      return { [Symbol.asyncDispose]: () => line.open() }
    }
    assertEnded(await stopped({ url: line.url.replace(/\/$/, ''), asking: true, busy: 0, fault: cut }))
  })

  test('a stop ends in time after PostgreSQL was killed', async () => {
    const killed = async () => {
      const pids = await serverProcesses(server)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      return { [Symbol.asyncDispose]: () => server.start() }
    }
    assertEnded(await stopped({ asking: true, busy: 0, fault: killed }))
  })
})
