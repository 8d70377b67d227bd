import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#config/child-environment.ts'
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

/** Repairs them beside the running service. Answers what was wrong. */
export async function repairDerivedData(database: Config['database']): Promise<Drift> {
  await using engine = await openEngine(database.kind === 'postgres' ? { ...database, pool: 1 } : database)
  await using opened = await openSnapshots(database)
  return await repairDrift(engine, opened.snapshot, ticketGrams)
}

/** Runs in a child process, because the comparison of a large database would block requests. */
export function repairInChildProcess(database: Config['database']): { result: Promise<Drift>; stop: () => void } {
  const program = fileURLToPath(new URL('./consistency-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'], env: childEnvironment() })
  child.stdin.on('error', () => {}) // a dead child also emits `close`
  child.stdin.end(JSON.stringify(database))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error('the comparison ended before it was done')),
    )
  })
  const result = Promise.all([text(child.stdout), ended]).then(([json]) => JSON.parse(json) as Drift) // written by the child
  // Killing is safe, because each step is a transaction. A stopped process reacts to no other signal.
  return { result, stop: () => void child.kill('SIGKILL') }
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
