import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Db } from './engine.ts'
import type { KindName } from './kinds.ts'
import type { Tables } from './tables.ts'

/** Runs one compiled statement. */
export type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/**
 * Kysely over something that runs statements. Transactions belong to the engines, which know what a group commit and a
 * lost connection are; asking Kysely for one is a mistake, and says so.
 */
export function lineTo(kind: KindName, run: Run): Db {
  const connection: DatabaseConnection = {
    // Rows are typed by the query that is being run.
    executeQuery: <R>(query: CompiledQuery) => run(query) as Promise<QueryResult<R>>,
    streamQuery: () => refuse(),
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => refuse(),
    commitTransaction: async () => refuse(),
    rollbackTransaction: async () => refuse(),
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => (kind === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () => (kind === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => refuse(),
    },
  })
}

function refuse(): never {
  throw new Error('transactions are opened by Store.change alone')
}
