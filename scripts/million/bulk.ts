import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'

type Value = string | number | null

/** Writes many rows directly into the database: only for made-up data. */
export interface Bulk extends AsyncDisposable {
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>
  /** Runs the checkpoints and statistics that the database would run later by itself. */
  settle(): Promise<void>
}

export async function openBulk(config: SqliteConfig | PostgresConfig): Promise<Bulk> {
  return config.kind === 'sqlite' ? sqliteBulk(config.file) : postgresBulk(config.url)
}

function sqliteBulk(file: string): Bulk {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; pragma cache_size = -500000; pragma foreign_keys = off')
  const statements = new Map<string, StatementSync>()
  return {
    async insert(table, columns, rows) {
      const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      const statement = statements.get(text) ?? db.prepare(text)
      statements.set(text, statement)
      db.exec('begin')
      for (const row of rows) statement.run(...(row as SQLInputValue[])) // numbers, texts and nulls
      db.exec('commit')
    },
    async settle() {
      db.exec('pragma wal_checkpoint(truncate)')
    },
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}

async function postgresBulk(url: string): Promise<Bulk> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async insert(table, columns, rows) {
      for (let i = 0; i < rows.length; i += 20_000) {
        const part = rows.slice(i, i + 20_000)
        const arrays = columns.map((_, c) => part.map((row) => row[c] ?? null))
        const types = arrays.map((array) => (array.some((value) => typeof value === 'string') ? 'text' : 'bigint'))
        await client.query(
          `insert into ${table} (${columns.join(', ')}) select * from unnest(${types.map((type, c) => `$${c + 1}::${type}[]`).join(', ')})`,
          arrays,
        )
      }
    },
    async settle() {
      await client.query('vacuum analyze')
      await client.query('checkpoint')
    },
    async [Symbol.asyncDispose]() {
      await client.end()
    },
  }
}
