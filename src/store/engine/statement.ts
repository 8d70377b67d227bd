import { type CompiledQuery, DeleteResult, type Insertable, type SelectQueryBuilder, UpdateResult } from 'kysely'
import type { Tables } from '../tables.ts'
import { Collision, type Db } from './engine.ts'
import { bindPlaceholders, placeholders } from './placeholder.ts'
import { deferWrite, type Run, runCompiled } from './query-runner.ts'
import { isEmbedded } from './sql-words.ts'

/** A Kysely query or an `sql` template. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

type Build<Values extends object, Row> = (db: Db, values: Values) => Compilable<Row>

/** The parameter for the values, omitted if the statement has none. */
type StatementValues<Values extends object> = keyof Values extends never ? [] : [values: Values]

/**
 * A prepared statement. It is built and compiled once for each kind of database, because that takes about as long as running a small
 * statement. Its values are placeholders while it is built, so no branch may depend on them.
 *
 *     const byHash = statement((db, { hash }: { hash: Uint8Array }) => db.selectFrom('session').where('hash', '=', hash).selectAll())
 */
export function statement<Values extends object, Row>(build: Build<Values, Row>) {
  const run = compileOnce(build)
  return async (db: Db, ...[values]: StatementValues<Values>): Promise<Row[]> => (await run(db, values)).rows as Row[] // the query determines the row type
}

/**
 * A prepared statement that the change does not await. If it fails, the change fails. With `retryOnDuplicate`, a unique violation restarts
 * the change, because another change has added the same row.
 */
export function deferredStatement<Values extends object>(
  build: Build<Values, unknown>,
  { retryOnDuplicate = false }: { readonly retryOnDuplicate?: boolean } = {},
) {
  const run = compileOnce(build)
  return (db: Db, ...[values]: StatementValues<Values>): void => {
    const answer = Promise.resolve(run(db, values))
    deferWrite(db, retryOnDuplicate ? answer.catch(asCollision) : answer)
  }
}

function asCollision(error: Error & { readonly code?: string }): never {
  throw error.code === '23505' ? new Collision('another change has added the same row') : error
}

type Row<T extends keyof Tables> = Required<Omit<Insertable<Tables[T]>, 'id'>>

/** Inserts a row without awaiting it. The row has a value for every column except the id. */
export function deferredInsert<T extends keyof Tables>(table: T) {
  const insert = insertOnce<Row<T>>(table)
  return (db: Db, row: Row<T>): void => deferWrite(db, Promise.resolve(insert(db, row)))
}

/**
 * Inserts a row and returns its id. The row has a value for each of `columns`, or else for every column except the id. SQLite reports the
 * id of the last insert; `returning` would double the time.
 */
export function insertReturningId<T extends keyof Tables, C extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  columns?: readonly C[],
) {
  const insert = insertOnce<Pick<Row<T>, C>>(table, columns, true)
  return async (db: Db, row: Pick<Row<T>, C>): Promise<number> => {
    const { rows, insertId } = await insert(db, row)
    const [added] = rows as { id: number }[] // the row of `returning`
    const id = insertId === undefined ? added?.id : Number(insertId)
    if (id === undefined) throw new Error('the insert returned no id')
    return id
  }
}

function insertOnce<Values extends object>(table: keyof Tables, columns?: readonly string[], returningId = false) {
  let insert: ReturnType<typeof compileOnce<Values>> | undefined
  return (db: Db, row: Values): ReturnType<Run> => {
    const names = columns ?? Object.keys(row)
    insert ??= compileOnce<Values>((on, values) => {
      const cells = Object.fromEntries(names.map((name) => [name, values[name as keyof Values]]))
      const query = on.insertInto(table as 'note').values(cells as never) // `cells` has only columns of this table
      return returningId && !isEmbedded(on) ? query.returning('id') : query
    })
    return insert(db, row)
  }
}

function compileOnce<Values extends object>(build: Build<Values, unknown>) {
  const compiled = new WeakMap<object, CompiledQuery<unknown>>()
  return (db: Db, values: object = {}): ReturnType<Run> => {
    // All connections to one kind of database share an adapter.
    const key = db.getExecutor().adapter
    let query = compiled.get(key)
    if (!query) {
      query = build(db, placeholders as Values).compile(db) // a placeholder for every name
      compiled.set(key, query)
    }
    const parameters = bindPlaceholders(query, db, values as Record<string, unknown>)
    return runCompiled(db, { sql: query.sql, query: query.query, queryId: query.queryId, parameters })
  }
}

export async function countOf<T extends keyof Tables>(query: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** True if a query selects, updates or deletes at least one row. */
export async function hasAny(query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> {
  const first = await query.executeTakeFirst()
  if (first instanceof UpdateResult) return first.numUpdatedRows > 0n
  if (first instanceof DeleteResult) return first.numDeletedRows > 0n
  return first !== undefined
}
