import { type RawBuilder, type Selectable, SqliteAdapter, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Db } from './engine.ts'
import { Placeholder } from './placeholder.ts'

/** Whether the database is in this process. Only the engine asks: what stores need of the difference is a word of this file. */
export const isEmbedded = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

type List = readonly (string | number)[]

/**
 * `column in (values)` with all values in one parameter, so that the text of the statement, and with it what the database
 * has prepared, stays the same however many there are.
 */
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

/** Numbers written out for `in (…)`, so that the databases can compare them with the condition of an index. */
export const literals = (values: readonly number[]) => sql.join(values.map((value) => sql.lit(value)))

/** Numbers as the rows of a table `given`, whose one column is `value`. */
export const numberTable = (db: Db, values: readonly number[]) => listTable(db, values, sql`bigint`)

/** The same with texts. */
export const textTable = (db: Db, values: readonly string[]) => listTable(db, values, sql`text`)

function listTable(db: Db, values: List, type: RawBuilder<unknown>): RawBuilder<unknown> {
  const list = listParameter(db, values)
  return isEmbedded(db) ? sql`json_each(${list}) as given` : sql`unnest(${list}::${type}[]) as given (value)`
}

type ColumnType = 'bigint' | 'text'
type Cell = string | number | null
type RowOf<Columns> = { readonly [Name in keyof Columns]: Cell }

/**
 * Rows as a table `given`, with their place in the order as its column `nth`. The text of the statement stays the same however many there
 * are: SQLite gets them in one parameter, PostgreSQL in one for each column.
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

/** Adds rows with one statement. A column `id` takes what it is given, such as ids of `reserveIds`. */
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
  // Without a condition SQLite would take `on conflict` for that of a join.
  await sql`insert into ${sql.table(table)} (${names}) ${ownId}
    select ${names} from ${rowTable(db, columns, rows)} where true ${onConflict}`.execute(db)
}

/** Ids for rows that are about to be added. In SQLite one change runs at a time, and the table counts on from the highest id. */
export async function reserveIds(db: Db, table: keyof Tables, count: number): Promise<number[]> {
  if (isEmbedded(db)) {
    const last = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return Array.from({ length: count }, (_, i) => (last.rows[0]?.seq ?? 0) + 1 + i)
  }
  const next = sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
  return (await next.execute(db)).rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Holds a lock with this number until the end of the transaction. In SQLite one change runs at a time anyway. */
export async function advisoryLock(db: Db, lock: number): Promise<void> {
  if (!isEmbedded(db)) await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(db)
}

/** Ends a query that holds the rows of a table until the end of the transaction, where Kysely does not write it. */
export const forUpdateOf = (db: Db, table: keyof Tables) =>
  isEmbedded(db) ? sql`` : sql`for update of ${sql.table(table)}`

/** A table that SQLite reads by this index. By itself it takes any index that begins with the same column for as good. */
export function tableByIndex<T extends keyof Tables & string>(db: Db, table: T, index: string) {
  const name = sql.ref(table)
  return sql<Selectable<Tables[T]>>`${name}`.as<T>(isEmbedded(db) ? sql`${name} indexed by ${sql.ref(index)}` : name)
}

/** Numbers that a text column holds between commas, as the rows of a table `given` with the column `value`, to join with the row of the text. */
export const numbersIn = (db: Db, column: string) =>
  isEmbedded(db)
    ? sql`json_each('[' || trim(${sql.ref(column)}, ',') || ']') as given`
    : sql`unnest(string_to_array(trim(${sql.ref(column)}, ','), ',')::bigint[]) as given (value)`
