import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db } from './engine.ts'

/** Whether the database is in this process, where a question has no way to go and many small ones cost no more than a large one. */
export const isEmbedded = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/**
 * `column in (values)` with all values in one parameter, so that the text of the statement, and with it what the database
 * has prepared, stays the same however many there are.
 */
export function inList(db: Db, column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  return inListValue(db, column, sql`${listValue(db, values)}`)
}

/** The same for a prepared query: the slot is bound to `listValue`. */
export function inListValue(db: Db, column: string, values: RawBuilder<unknown>): RawBuilder<boolean> {
  return isEmbedded(db)
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${values}))`
    : sql<boolean>`${sql.ref(column)} = any(${values})`
}

export type ListValue = string | readonly (string | number)[]

/** Values as one parameter. */
export const listValue = (db: Db, values: readonly (string | number)[]): ListValue =>
  isEmbedded(db) ? JSON.stringify(values) : values

/** Numbers written out for `in (…)`, so that the databases can compare them with the condition of an index. */
export const literals = (values: readonly number[]) => sql.join(values.map((value) => sql.lit(value)))

/** Numbers as the rows of a table `given`, whose one column is `value`; the slot is bound to `listValue`. */
export const numberTable = (db: Db, values: RawBuilder<ListValue>) => givenTable(db, values, sql`bigint`)

/** The same with texts. */
export const textTable = (db: Db, values: RawBuilder<ListValue>) => givenTable(db, values, sql`text`)

const givenTable = (db: Db, values: RawBuilder<ListValue>, type: RawBuilder<unknown>) =>
  isEmbedded(db) ? sql`json_each(${values}) as given` : sql`unnest(${values}::${type}[]) as given (value)`
