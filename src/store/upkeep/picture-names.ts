import type { DatabaseSync } from 'node:sqlite'
import { isMediaName } from '#rules/tickets/pictures.ts'

/** Where a database has names of pictures; an empty one names none. */
const holders = [
  ['media', 'name'],
  ['member', 'avatar'],
  ['content_look', 'picture'],
] as const

/**
 * The column that has a name which no picture of ours can have, if there is one. Names become parts of paths, so a database that came from
 * elsewhere is asked before it is used. The name itself is not told: it may be anything.
 */
export function strangePictureName(db: DatabaseSync): string | undefined {
  const column = db.prepare('select 1 from pragma_table_info(?) where name = ?')
  for (const [table, name] of holders) {
    if (!column.get(table, name)) continue // of an older version
    for (const row of db.prepare(`select ${name} as name from ${table} where ${name} <> ''`).iterate())
      if (!isMediaName(String(row['name']))) return `${table}.${name}`
  }
  return undefined
}
