import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OwnPostgres, ownPostgres } from './postgres.ts'

let server: OwnPostgres | undefined
let compiled: string | undefined

/** Once before all tests: a real PostgreSQL of our own, reached through an address in the environment. */
export async function globalSetup(): Promise<void> {
  // Every test file and every service they start reads the same sources: compiled once is enough.
  compiled = mkdtempSync(join(tmpdir(), 'fettle-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = compiled
  server = await ownPostgres(['max_connections=400'])
  process.env['TEST_POSTGRES'] = server.url
}

export async function globalTeardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]()
  if (compiled) rmSync(compiled, { recursive: true, force: true })
}
