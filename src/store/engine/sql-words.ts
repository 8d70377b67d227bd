import { type RawBuilder, type Selectable, SqliteAdapter, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Db } from './engine.ts'
import { Placeholder } from './placeholder.ts'

/** True for SQLite. Only the engine may ask; stores use the functions of this file. */
export const isEmbedded = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

type List = readonly (string | number)[]

/** `column in (values)` with all values in one parameter, so that the prepared statement is the same for any number of values. */
export function inList(db: Db, column: string, values: List): RawBuilder<boolean> {
  return isEmbedded(db)
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${listParameter(db, values)}))`
    : sql<boolean>`${sql.ref(column)} = any(${listParameter(db, values)})`
}

function listParameter(db: Db, values: List): unknown {
  const encode = (list: unknown) => (isEmbedded(db) ? JSON.stringify(list) : list)
  const given: unknown = values
  if (!(given instanceof Placeholder)) return encode(values)
  return new Placeholder(given.name, (on, all) => encode(given.bind(on, all)))
}

/** Numbers as literals for `in (…)`, so that the planner can use partial indexes. */
export const literals = (values: readonly number[]) => sql.join(values.map((value) => sql.lit(value)))

/** Numbers as a table `given` with the column `value`. */
export const numberTable = (db: Db, values: readonly number[]) => listTable(db, values, sql`bigint`)

/** Texts as a table `given` with the column `value`. */
export const textTable = (db: Db, values: readonly string[]) => listTable(db, values, sql`text`)

function listTable(db: Db, values: List, type: RawBuilder<unknown>): RawBuilder<unknown> {
  const list = listParameter(db, values)
  return isEmbedded(db) ? sql`json_each(${list}) as given` : sql`unnest(${list}::${type}[]) as given (value)`
}

type ColumnType = 'bigint' | 'text'
type Cell = string | number | null
type RowOf<Columns> = { readonly [Name in keyof Columns]: Cell }

/**
 * Rows as a table `given`, with their position as the column `nth`. SQLite gets all rows in one parameter and PostgreSQL one parameter for
 * each column, so that the prepared statement is the same for any number of rows.
 */
export function rowTable<Columns extends Readonly<Record<string, ColumnType>>>(
  db: Db,
  columns: Columns,
  rows: readonly RowOf<Columns>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns)
  if (isEmbedded(db)) {
    const cells = JSON.stringify(rows.map((row) => names.map((name) => row[name])))
    const selected = names.map((name, i) => sql`value->>${sql.lit(i)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(selected)}, key as nth from json_each(${cells})) as given`
  }
  const arrays = names.map((name) => sql`${rows.map((row) => row[name] ?? null)}::${sql.raw(columns[name] ?? '')}[]`)
  const all = [...names, 'nth'].map((name) => sql.ref(name))
  return sql`unnest(${sql.join(arrays)}) with ordinality as given (${sql.join(all)})`
}

/** Inserts rows with one statement. They may include ids, such as those of `reserveIds`. */
export async function insertRows<Columns extends Readonly<Record<string, ColumnType>>>(
  db: Db,
  table: keyof Tables,
  columns: Columns,
  rows: readonly RowOf<Columns>[],
  onConflict = sql``,
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const ownId = 'id' in columns && !isEmbedded(db) ? sql`overriding system value` : sql``
  // Without `where`, SQLite would parse `on` as a join condition.
  await sql`insert into ${sql.table(table)} (${names}) ${ownId}
    select ${names} from ${rowTable(db, columns, rows)} where true ${onConflict}`.execute(db)
}

/** Ids for rows to insert. On SQLite they follow the highest id so far; no other change can take them. */
export async function reserveIds(db: Db, table: keyof Tables, count: number): Promise<number[]> {
  if (isEmbedded(db)) {
    const last = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return Array.from({ length: count }, (_, i) => (last.rows[0]?.seq ?? 0) + 1 + i)
  }
  const next = sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
  return (await next.execute(db)).rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Takes an advisory lock until the end of the transaction. SQLite needs none, because one change runs at a time. */
export async function advisoryLock(db: Db, lock: number): Promise<void> {
  if (!isEmbedded(db)) await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(db)
}

/** The `for update of` clause for queries that are written in SQL. Empty on SQLite. */
export const forUpdateOf = (db: Db, table: keyof Tables) =>
  isEmbedded(db) ? sql`` : sql`for update of ${sql.table(table)}`

/** A table that SQLite has to read through this index. Its planner may choose a worse one that begins with the same column. */
export function tableByIndex<T extends keyof Tables & string>(db: Db, table: T, index: string) {
  const name = sql.ref(table)
  return sql<Selectable<Tables[T]>>`${name}`.as<T>(isEmbedded(db) ? sql`${name} indexed by ${sql.ref(index)}` : name)
}

/** The numbers in a comma-separated text column, as a table `given` with the column `value`, for a lateral join. */
export const numbersIn = (db: Db, column: string) =>
  isEmbedded(db)
    ? sql`json_each('[' || trim(${sql.ref(column)}, ',') || ']') as given`
    : sql`unnest(string_to_array(trim(${sql.ref(column)}, ','), ',')::bigint[]) as given (value)`
