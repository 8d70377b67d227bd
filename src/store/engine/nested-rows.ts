import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom as arrayOnPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as arrayOnSqlite } from 'kysely/helpers/sqlite'
import type { Db } from './engine.ts'
import { isEmbedded } from './value-lists.ts'

declare const row: unique symbol
/** Rows in one text. */
export type Nested<Row> = string & { readonly [row]?: Row }

/**
 * The rows of a query as one column, so that one statement reads what belongs together, in one state. On PostgreSQL a
 * statement costs a way to the server and back; on SQLite this costs as much as a statement of its own.
 */
// biome-ignore lint/suspicious/noExplicitAny: which tables a query uses does not matter here
export function nested<Row>(db: Db, query: SelectQueryBuilder<any, any, Row>): RawBuilder<Nested<Row>> {
  return isEmbedded(db) ? sql`${arrayOnSqlite(query)}` : sql`cast(${arrayOnPostgres(query)} as text)`
}

export const rowsIn = <Row>(text: Nested<Row>): Row[] => JSON.parse(text)
