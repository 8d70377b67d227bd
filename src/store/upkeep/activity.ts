import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readOnlyUrl } from '../engine/whole-database.ts'

/** The times of the first and last entry in the operation log of an SQLite database. */
export function activityIn(file: string): { readonly first: number; readonly last: number } | undefined {
  if (!existsSync(file)) return undefined
  using db = new DatabaseSync(readOnlyUrl(file), { readOnly: true })
  const { first, last } = db.prepare('select min(at) as first, max(at) as last from log').get() ?? {}
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined
}
