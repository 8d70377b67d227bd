import type { CompiledQuery, Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import { Collision, type Db } from './engine.ts'
import { Placeholder, placeholders, whileBuilding } from './placeholder.ts'
import { deferWrite, type Run, runCompiled } from './query-runner.ts'
import { isEmbedded } from './sql-words.ts'

/** A query of Kysely, or a text of `sql`. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

type Build<Values extends object, Row> = (db: Db, values: Values) => Compilable<Row>

/** The values of a statement; none where it has no values. */
type Given<Values extends object> = keyof Values extends never ? [] : [values: Values]

/**
 * A statement that is built and compiled once for each kind of database, and only bound afterwards: building one costs about as much as
 * running a small one. While it is built, its values are placeholders, so no branch may depend on one.
 *
 *     const byHash = statement((db, { hash }: { hash: Uint8Array }) => db.selectFrom('session').where('hash', '=', hash).selectAll())
 */
export function statement<Values extends object, Row>(build: Build<Values, Row>) {
  const run = compileOnce(build)
  return async (db: Db, ...[values]: Given<Values>): Promise<Row[]> => (await run(db, values)).rows as Row[] // the query was built for them
}

/**
 * A statement whose answer is not needed: it runs in order, and the change does not wait for it. If it fails, so does the change.
 * With `retryOnDuplicate` a row that another change has added meanwhile makes this change begin anew.
 */
export function deferredStatement<Values extends object>(
  build: Build<Values, unknown>,
  { retryOnDuplicate = false }: { readonly retryOnDuplicate?: boolean } = {},
) {
  const run = compileOnce(build)
  return (db: Db, ...[values]: Given<Values>): void => {
    const answer = Promise.resolve(run(db, values))
    deferWrite(db, retryOnDuplicate ? answer.catch(asCollision) : answer)
  }
}

function asCollision(error: Error & { readonly code?: string }): never {
  throw error.code === '23505' ? new Collision('another change has added the same row') : error
}

type Row<T extends keyof Tables> = Required<Omit<Insertable<Tables[T]>, 'id'>>

/** Adds a row that has a value for every column but its id, and does not wait for it. */
export function deferredInsert<T extends keyof Tables>(table: T) {
  const insert = insertOnce<Row<T>>(table)
  return (db: Db, row: Row<T>): void => deferWrite(db, Promise.resolve(insert(db, row)))
}

/**
 * Adds a row that has a value for every column but its id, or for each of these columns, and answers the id. SQLite has it at hand;
 * `returning` would cost as much again as the row.
 */
export function insertReturningId<T extends keyof Tables, C extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  columns?: readonly C[],
) {
  const insert = insertOnce<Pick<Row<T>, C>>(table, columns, true)
  return async (db: Db, row: Pick<Row<T>, C>): Promise<number> => {
    const { rows, insertId } = await insert(db, row)
    const [added] = rows as { id: number }[] // what it returns
    const id = insertId === undefined ? added?.id : Number(insertId)
    if (id === undefined) throw new Error('no id came back')
    return id
  }
}

function insertOnce<Values extends object>(table: keyof Tables, columns?: readonly string[], returningId = false) {
  let insert: ReturnType<typeof compileOnce<Values>> | undefined
  return (db: Db, row: Values): ReturnType<Run> => {
    const names = columns ?? Object.keys(row)
    insert ??= compileOnce<Values>((on, values) => {
      const cells = Object.fromEntries(names.map((name) => [name, values[name as keyof Values]]))
      const query = on.insertInto(table as 'note').values(cells as never) // one for each column of the table
      return returningId && !isEmbedded(on) ? query.returning('id') : query
    })
    return insert(db, row)
  }
}

function compileOnce<Values extends object>(build: Build<Values, unknown>) {
  const compiled = new WeakMap<object, CompiledQuery<unknown>>()
  return (db: Db, values: object = {}): ReturnType<Run> => {
    // There is one adapter for each kind of database, and with it the dialect the text was made for.
    const key = db.getExecutor().adapter
    let query = compiled.get(key)
    if (!query) {
      query = whileBuilding(() => build(db, placeholders as Values).compile(db)) // it has a placeholder of every name
      compiled.set(key, query)
    }
    const given = values as Record<string, unknown>
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? value.bind(db, given) : value))
    return runCompiled(db, { sql: query.sql, query: query.query, queryId: query.queryId, parameters })
  }
}
