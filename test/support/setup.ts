import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTemplateDatabases, tempDir } from './databases.ts'
import { type OwnPostgres, ownPostgres } from './postgres.ts'

// Where Linux has one; in a container it is often too small.
const memory = '/dev/shm'

let server: OwnPostgres | undefined
let shared: string | undefined
let models: string | undefined

/** Starts a PostgreSQL once before all tests. An environment variable has its address. */
export async function globalSetup(): Promise<void> {
  shared = mkdtempSync(join(tmpdir(), 'fettle-shared-'))
  // Every test file and every service they start reads the same sources: compiled once is enough.
  process.env['NODE_COMPILE_CACHE'] = join(shared, 'compiled')
  process.env['TEST_SHARED'] = shared
  // These databases need not survive a power cut, so they do not wait for the disk.
  if (freeBytes(memory) > 2 ** 30) process.env['TEST_DIR'] = memory
  const compiled = compile()
  server = await ownPostgres(['max_connections=400'])
  process.env['TEST_POSTGRES'] = server.url
  models = tempDir()
  process.env['TEST_MODEL'] = models
  await createTemplateDatabases()
  await compiled
}

/**
 * Loads the service once, so that its compiled code is cached before the tests start. Node writes the cache when a process ends, so tests
 * that start together, or are killed, would compile it again.
 */
async function compile(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'team.ts')])
}

export async function globalTeardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]()
  for (const dir of [shared, models]) if (dir) rmSync(dir, { recursive: true, force: true })
}

function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    return 0
  }
}
