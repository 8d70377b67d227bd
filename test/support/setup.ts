import { type OwnPostgres, ownPostgres } from './postgres.ts'

let server: OwnPostgres | undefined

/** Once before all tests: a real PostgreSQL of our own, reached through an address in the environment. */
export async function globalSetup(): Promise<void> {
  server = await ownPostgres(['max_connections=400'])
  process.env['TEST_POSTGRES'] = server.url
}

export async function globalTeardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]()
}
