import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  type RawBuilder,
  ReferenceNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from './engine.ts'
import { rowOf } from './query-runner.ts'
import { isEmbedded } from './sql-words.ts'

declare const row: unique symbol
/** Rows as JSON. */
export type NestedRows<Row> = string & { readonly [row]?: Row }

/**
 * The rows of a query as one JSON column of another query. It saves a round trip to PostgreSQL, and on SQLite it is no slower than a second
 * statement.
 */
export function nestedRows<Given extends unknown[], Row>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  build: (db: Db, ...given: Given) => SelectQueryBuilder<any, any, Row>,
) {
  let names: readonly string[] = []
  return {
    column(db: Db, ...given: Given): RawBuilder<NestedRows<Row>> {
      const query = build(db, ...given)
      if (!isEmbedded(db)) return sql`cast(${jsonArrayFrom(query)} as text)`
      // Rows are arrays, because repeating the column names would take a third of the time.
      names = namesOf(query.toOperationNode() as SelectQueryNode) // a select query
      const cells = sql.join(names.map((name) => sql.ref(`agg.${name}`)))
      return sql`(select json_group_array(json_array(${cells})) from ${query.as('agg')})`
    },

    rows(text: NestedRows<Row>): Row[] {
      const found: readonly unknown[] = JSON.parse(text)
      const rows = found.map((cells) => (Array.isArray(cells) ? rowOf(names, cells) : cells))
      return rows as Row[] // the type that `build` selects
    },
  }
}

const namesOf = ({ selections = [] }: SelectQueryNode) => selections.map(({ selection }) => nameOf(selection))

function nameOf(node: OperationNode): string {
  if (AliasNode.is(node) && IdentifierNode.is(node.alias)) return node.alias.name
  if (ReferenceNode.is(node) && ColumnNode.is(node.column)) return node.column.column.name
  if (ColumnNode.is(node)) return node.column.name
  throw new Error('every column of nested rows needs a name')
}
