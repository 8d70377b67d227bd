import { startProgram } from '#config/child-process.ts'
import type { Config } from '#config/config.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { openEngine } from '#store/engine/open.ts'
import { openSnapshots } from '#store/engine/whole-database.ts'
import { type Drift, findDrift, repairDrift } from '#store/upkeep/recount.ts'

/** Compares counts, the search index and open marks with the tickets. Reads only. */
export async function compareDerivedData(database: Config['database']): Promise<Drift> {
  await using opened = await openSnapshots(database)
  return await findDrift(opened.snapshot, ticketGrams)
}

/** Repairs them beside the running service. Returns what was wrong. */
export async function repairDerivedData(database: Config['database']): Promise<Drift> {
  await using engine = await openEngine(database.kind === 'postgres' ? { ...database, pool: 1 } : database)
  await using opened = await openSnapshots(database)
  return await repairDrift(engine, opened.snapshot, ticketGrams)
}

/** Runs in a child process, because the comparison of a large database would block requests. Killing it is safe: each step is a transaction. */
export function repairInChildProcess(database: Config['database']): { result: Promise<Drift>; stop: () => void } {
  const program = new URL('./consistency-process.ts', import.meta.url)
  const { output, stop } = startProgram(program, [], JSON.stringify(database))
  return { result: output.then((json) => JSON.parse(json) as Drift), stop } // written by consistency-process.ts
}

/** Empty if nothing is wrong. */
export function describeDrift({ marks, counts, grams }: Drift): string {
  const parts = [
    marks > 0 && `${marks} tickets are marked open or ended and are not`,
    counts > 0 && `${counts} counts do not agree with the tickets`,
    grams > 0 && `${grams} rows of the search index do not agree with the tickets`,
  ]
  return parts.filter(Boolean).join(', ')
}
