import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './engine.ts'
import { runCompiled } from './query-runner.ts'

/** Stands where a value will be bound. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Slots<A> = { readonly [Name in keyof A]: RawBuilder<A[Name]> }

/**
 * A query that is built and compiled once and only bound afterwards: building one costs about as much as running a small
 * one. `names` are the arguments; the query is written with their slots in place of values.
 *
 *     const byHash = preparedQuery<{ hash: Uint8Array }>()(['hash'], (db, { hash }) => db.selectFrom('session').where('hash', '=', hash))
 */
export function preparedQuery<A extends Record<string, unknown>>() {
  return <Row>(names: readonly (keyof A & string)[], build: (db: Db, slots: Slots<A>) => Compilable<Row>) => {
    const slots = Object.fromEntries(names.map((name) => [name, sql`${new Slot(name)}`])) as Slots<A> // the names are A's keys
    const compiled = new WeakMap<object, CompiledQuery<Row>>()
    return async (db: Db, values: A): Promise<Row[]> => {
      // There is one adapter for each kind of database, and with it the dialect the text was made for.
      const key = db.getExecutor().adapter
      let query = compiled.get(key)
      if (!query) {
        query = build(db, slots).compile()
        compiled.set(key, query)
      }
      const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name] : value))
      const { rows } = await runCompiled(db, { sql: query.sql, query: query.query, queryId: query.queryId, parameters })
      return rows as Row[] // the query was built for them
    }
  }
}
