import type { Config } from '#config/config.ts'
import { ticketGrams } from '#service/search-text.ts'
import { openToCompare } from '#store/look.ts'
import { openEngine } from '#store/open.ts'
import { type Drift, findDrift, repairDrift } from '#store/recount.ts'

/** Counts, the search index and what is marked as open, compared with the tickets they follow from. Changes nothing. */
export async function compareKeptTwice(database: Config['database']): Promise<Drift> {
  await using opened = await openToCompare(database)
  return await findDrift(opened.snapshot, ticketGrams)
}

/** Sets them right, beside the running service; answers what was off. */
export async function repairKeptTwice(database: Config['database']): Promise<Drift> {
  await using engine = await openEngine(database.kind === 'postgres' ? { ...database, pool: 1 } : database)
  await using opened = await openToCompare(database)
  return await repairDrift(engine, opened.snapshot, ticketGrams)
}

/** What is off, in words; empty if nothing is. */
export function driftText({ marks, counts, grams }: Drift): string {
  const parts = [
    marks > 0 && `${marks} tickets are marked open or ended and are not`,
    counts > 0 && `${counts} counts do not agree with the tickets`,
    grams > 0 && `${grams} rows of the search index do not agree with the tickets`,
  ]
  return parts.filter(Boolean).join(', ')
}
