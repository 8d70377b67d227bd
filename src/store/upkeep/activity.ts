import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { asItIs } from '../engine/whole-database.ts'

/** When people first and last changed something in an SQLite database, as far as its operation log goes. */
export function activityIn(file: string): { readonly first: number; readonly last: number } | undefined {
  if (!existsSync(file)) return undefined
  const db = new DatabaseSync(asItIs(file), { readOnly: true })
  try {
    const { first, last } = db.prepare('select min(at) as first, max(at) as last from log').get() ?? {}
    return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined
  } finally {
    db.close()
  }
}
