import type { DatabaseSync } from 'node:sqlite'
import { isMediaName } from '#rules/tickets/pictures.ts'

/** The columns with names of pictures. An empty name means no picture. */
const holders = [
  ['media', 'name'],
  ['member', 'avatar'],
  ['content_look', 'picture'],
] as const

/**
 * The first column with an invalid name of a picture. Names become parts of paths, so a database from elsewhere is checked before it is used.
 * The name itself is not returned, because it may be anything.
 */
export function strangePictureName(db: DatabaseSync): string | undefined {
  const column = db.prepare('select 1 from pragma_table_info(?) where name = ?')
  for (const [table, name] of holders) {
    if (!column.get(table, name)) continue // an older version
    for (const row of db.prepare(`select ${name} as name from ${table} where ${name} <> ''`).iterate())
      if (!isMediaName(String(row['name']))) return `${table}.${name}`
  }
  return undefined
}
