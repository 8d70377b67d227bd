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
import { namedRow } from './named-row.ts'
import { isEmbedded } from './sql-words.ts'

declare const row: unique symbol
/** Rows in one text. */
export type Nested<Row> = string & { readonly [row]?: Row }

/**
 * The rows of a query as one column of another, so that one statement reads what belongs together, in one state. On PostgreSQL a
 * statement costs a way to the server and back; on SQLite this costs as much as a statement of its own.
 */
export function nestedRows<Given extends unknown[], Row>(
  // biome-ignore lint/suspicious/noExplicitAny: which tables a query uses does not matter here
  build: (db: Db, ...given: Given) => SelectQueryBuilder<any, any, Row>,
) {
  let names: readonly string[] = []
  return {
    column(db: Db, ...given: Given): RawBuilder<Nested<Row>> {
      const query = build(db, ...given)
      if (!isEmbedded(db)) return sql`cast(${jsonArrayFrom(query)} as text)`
      // Names in each row would take a third of the time to write and to read.
      names = namesOf(query.toOperationNode() as SelectQueryNode) // of a select
      const cells = sql.join(names.map((name) => sql.ref(`agg.${name}`)))
      return sql`(select json_group_array(json_array(${cells})) from ${query.as('agg')})`
    },

    rows(text: Nested<Row>): Row[] {
      const found: readonly unknown[] = JSON.parse(text)
      const rows = found.map((cells) => (Array.isArray(cells) ? namedRow(names, cells) : cells))
      return rows as Row[] // what `build` selects
    },
  }
}

const namesOf = ({ selections = [] }: SelectQueryNode) => selections.map(({ selection }) => nameOf(selection))

function nameOf(node: OperationNode): string {
  if (AliasNode.is(node) && IdentifierNode.is(node.alias)) return node.alias.name
  if (ReferenceNode.is(node) && ColumnNode.is(node.column)) return node.column.column.name
  if (ColumnNode.is(node)) return node.column.name
  throw new Error('rows in a column have columns with names')
}
