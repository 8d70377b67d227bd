import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db } from './engine.ts'

/**
 * `column in (values)` with all values in one parameter, so that the text of the statement, and with it what the database
 * has prepared, stays the same however many there are.
 */
export function among(db: Db, column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<boolean>`${sql.ref(column)} = any(${values})`
}

/** Numbers as the rows of a table `given`, whose one column is `value`. */
export function given(db: Db, values: readonly number[]): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql`json_each(${JSON.stringify(values)}) as given`
    : sql`unnest(${values}::bigint[]) as given (value)`
}
