import type { Tx } from '#store/store.ts'
import { ticketGrams } from './search-text.ts'

/** Changes texts of locked tickets. What is gone leaves the search index at once; what is new is indexed soon. */
export async function reindexing<T>(tx: Tx, ids: readonly number[], work: () => Promise<T>): Promise<T> {
  const before = await gramsOf(tx, ids)
  const done = await work()
  const after = await gramsOf(tx, ids)
  const none: ReadonlySet<string> = new Set()
  for (const [id, grams] of after) if (!grams.isSubsetOf(before.get(id) ?? none)) tx.ticketQueues.reindex(id)
  // At once, so that index rows are locked in order. What is not indexed yet has none.
  await tx.searchIndex.remove(
    Array.from(before, ([id, grams]) => ({ id, grams: grams.difference(after.get(id) ?? none) })),
  )
  return done
}

async function gramsOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Set<string>>> {
  return new Map((await tx.ticketQueues.texts(ids)).map((text) => [text.id, ticketGrams(text)]))
}
