export type DialectName = 'sqlite' | 'postgres'

/** The words in which the two databases differ; migrations are written in these. */
export interface Dialect {
  readonly name: DialectName
  /** A key that counts up and is never given twice. */
  readonly id: string
  /** A whole number up to 2^53, instants included. */
  readonly int: string
  readonly bytes: string
  /** The instant at which a statement began, by the database's own clock. */
  readonly now: string
  /** Closes a table definition. */
  readonly end: string
}

export const sqlite: Dialect = {
  name: 'sqlite',
  id: 'integer primary key autoincrement',
  int: 'integer',
  bytes: 'blob',
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  // Without it SQLite would take a text for a number, and NaN for null.
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
