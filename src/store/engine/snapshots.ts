import { DatabaseSync } from 'node:sqlite'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import type { Db } from './engine.ts'
import { readOnlyUrl } from './integrity.ts'
import { kyselyOver } from './query-runner.ts'
import { runnerOf } from './sqlite-connection.ts'

/** Runs reads in one snapshot of the database. */
export type Snapshot = <T>(work: (db: Db) => Promise<T>) => Promise<T>

type Snapshots = { readonly snapshot: Snapshot } & AsyncDisposable

/** Opens a second connection for reads that may take minutes, while the service runs. */
export async function openSnapshots(config: SqliteConfig | PostgresConfig): Promise<Snapshots> {
  return config.kind === 'sqlite' ? ofFile(config.file) : ofServer(config.url)
}

function ofFile(file: string): Snapshots {
  const connection = new DatabaseSync(readOnlyUrl(file), { readOnly: true })
  const db = kyselyOver('sqlite', runnerOf(connection))
  return {
    async snapshot(work) {
      connection.exec('begin')
      return work(db).finally(() => connection.exec('rollback'))
    },
    [Symbol.asyncDispose]: async () => connection.close(),
  }
}

async function ofServer(url: string): Promise<Snapshots> {
  const [{ default: pg }, { getTypeParser }] = await Promise.all([import('pg'), import('./postgres.ts')])
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fettle-check',
    connectionTimeoutMillis: connectMs,
    statement_timeout: maxMs,
    types: { getTypeParser },
  })
  client.on('error', () => {}) // the running statement rejects too
  await client.connect()
  const db = kyselyOver('postgres', async ({ sql, parameters }) => client.query(sql, [...parameters]))
  return {
    async snapshot(work) {
      await client.query('begin isolation level repeatable read, read only')
      return work(db).finally(() => client.query('rollback'))
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
const connectMs = 2000
const maxMs = 10 * 60_000
