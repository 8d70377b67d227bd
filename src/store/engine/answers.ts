import { DeleteResult, type SelectQueryBuilder, UpdateResult } from 'kysely'
import type { Tables } from '../tables.ts'

/** How many rows a query finds. */
export async function countOf<T extends keyof Tables>(query: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Whether a query finds, changes or deletes any row. */
export async function hasAny(query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> {
  const first = await query.executeTakeFirst()
  if (first instanceof UpdateResult) return first.numUpdatedRows > 0n
  if (first instanceof DeleteResult) return first.numDeletedRows > 0n
  return first !== undefined
}
