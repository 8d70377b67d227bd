import { type Compilable, type CompiledQuery, type Insertable, InsertQueryBuilder, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Db } from './engine.ts'
import { type Run, runCompiled } from './query-runner.ts'
import { isEmbedded } from './value-lists.ts'

/** Stands where a value will be bound. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const slot = (name: string) => sql`${new Slot(name)}`
const anySlot = new Proxy({}, { get: (_, name) => slot(String(name)) })

/** The arguments of a prepared query, each as a slot in place of its value. */
export type Slots<A> = { readonly [Name in keyof A]: RawBuilder<A[Name]> }

/**
 * A query that is built and compiled once and only bound afterwards: building one costs about as much as running a small
 * one. It is written with slots in place of values.
 *
 *     const byHash = preparedQuery((db, { hash }: Slots<{ hash: Uint8Array }>) => db.selectFrom('session').where('hash', '=', hash))
 */
export function statement<A extends object, Row>(build: (db: Db, slots: Slots<A>) => Compilable<Row>) {
  return compiledOnce<A, Row>((db) => build(db, anySlot as Slots<A>)) // it has a slot of every name
}

type Columns<T extends keyof Tables> = Required<Omit<Insertable<Tables[T]>, 'id'>>

/** Adds a row. It has all columns but the `id`, so that the text of the statement is the same each time. */
export function preparedInsert<T extends 'log' | 'note' | 'occasion' | 'worker'>(table: T) {
  return compiledOnce<Columns<T>, unknown>((db, row) => insertion(db, table, row))
}

/** The same for those who need the `id`. */
export function insertReturningId<T extends 'conclusion' | 'feedback' | 'leave' | 'note' | 'roster' | 'situation'>(
  table: T,
) {
  return addingOnce<Columns<T>>((db, row) => insertion(db, table, row))
}

/** Adds a row by a statement of one's own, and answers its `id`. SQLite has it at hand; `returning` would cost as much again as the row. */
export function preparedAddition<A extends object>(
  insert: (db: Db, slots: Slots<A>) => RawBuilder<unknown>,
  returningId: (insert: RawBuilder<unknown>) => RawBuilder<{ id: number }>,
) {
  return addingOnce<A>((db) => {
    const adding = insert(db, anySlot as Slots<A>) // as above
    return { compile: () => (isEmbedded(db) ? adding : returningId(adding)).compile(db) }
  })
}

function addingOnce<A extends object>(build: (db: Db, first: A) => Compilable<unknown>) {
  const insert = resultOnce<A>((db, first) => {
    const adding = build(db, first)
    return !isEmbedded(db) && adding instanceof InsertQueryBuilder ? adding.returning('id') : adding
  })
  return async (db: Db, row: A): Promise<number> => {
    const { rows, insertId } = await insert(db, row)
    const [added] = rows as { id: number }[] // what it returns
    const id = insertId === undefined ? added?.id : Number(insertId)
    if (id === undefined) throw new Error('no id came back')
    return id
  }
}

function insertion(db: Db, table: keyof Tables, row: object) {
  const slots = Object.fromEntries(Object.keys(row).map((name) => [name, slot(name)]))
  return db.insertInto(table as 'note').values(slots as never) // one for each column of the table
}

function compiledOnce<A extends object, Row>(build: (db: Db, first: A) => Compilable<Row>) {
  const result = resultOnce(build)
  return async (db: Db, values: A): Promise<Row[]> => (await result(db, values)).rows as Row[] // the query was built for them
}

function resultOnce<A extends object>(build: (db: Db, first: A) => Compilable<unknown>) {
  const compiled = new WeakMap<object, CompiledQuery<unknown>>()
  return (db: Db, values: A): ReturnType<Run> => {
    // There is one adapter for each kind of database, and with it the dialect the text was made for.
    const key = db.getExecutor().adapter
    let query = compiled.get(key)
    if (!query) {
      query = build(db, values).compile()
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name as keyof A] : value))
    return runCompiled(db, { sql: query.sql, query: query.query, queryId: query.queryId, parameters })
  }
}
