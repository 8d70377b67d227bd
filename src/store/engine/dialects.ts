export type DialectName = 'sqlite' | 'postgres'

/** SQL in which the two databases differ, for migrations. */
export interface Dialect {
  readonly name: DialectName
  /** An auto-incremented primary key that never reuses a value. */
  readonly id: string
  /** An integer up to 2^53, for instants too. */
  readonly int: string
  readonly bytes: string
  /** The present time in milliseconds, by the database's clock. */
  readonly now: string
  readonly end: string
}

export const sqlite: Dialect = {
  name: 'sqlite',
  id: 'integer primary key autoincrement',
  int: 'integer',
  bytes: 'blob',
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  // Without `strict`, SQLite accepts a text in a number column, and NaN as null.
  end: ') strict',
}

export const postgres: Dialect = {
  name: 'postgres',
  id: 'bigint generated always as identity primary key',
  int: 'bigint',
  bytes: 'bytea',
  now: 'cast(extract(epoch from statement_timestamp()) * 1000 as bigint)',
  end: ')',
}
