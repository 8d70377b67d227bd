import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { openEngine } from '#store/engine/open.ts'
import type { DialectName, Engine } from '#store/engine/whole-database.ts'
import { Store } from '#store/store.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { randomFrom } from '../../test/duty/world.ts'
import { type FreshDatabase, freshDatabase, kinds } from '../../test/support/databases.ts'
import { asCsv, asXlsx, generatedTable, importedCounts } from '../../test/support/import-rows.ts'
import { type Command, runCommand } from '../shared/command.ts'
import { timed } from '../shared/figures.ts'
import { defineProof, expect, say, testDatabases } from '../shared/proof.ts'

const limits = { seconds: 60, mb: 256 }

/**
 * Kills imports at random moments: afterwards all rows must be there or none. Then imports a large table as CSV and as XLSX within a
 * minute and 256 MB, and on SQLite measures how long other changes wait meanwhile.
 */
export const proof = defineProof({
  options: { kills: 50, rows: 2000, large: 100_000, seed: 1 },
  parts: kinds,
  async run({ kills, rows, large, seed }, parts) {
    await using _ = await testDatabases()
    for (const on of kinds.filter((kind) => parts.includes(kind))) {
      if (kills > 0) await killAtRandom(on, kills, rows, randomFrom(seed))
      for (const count of new Set([1000, 10_000, large].filter((one) => one > 0 && one <= large)))
        await bringMuch(on, count, 'csv')
      if (large > 0) await bringMuch(on, large, 'xlsx')
    }
  },
})

/** Imports a file with the command, and kills it after `killMs`. */
const bring = ({ dir, config }: FreshDatabase, file: string, killMs?: number): Promise<Command> => {
  const env = { DATA_DIR: dir, ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}) }
  return runCommand(['import', file, '--yes'], { cwd: dir, env }, killMs)
}

/** Counts the rows, after any transaction of a killed process has ended. */
async function countRows(engine: Engine): Promise<Record<string, number>> {
  await new Store(engine).upkeep((tx) => tx.imports.lockImports())
  return importedCounts(engine)
}

async function killAtRandom(on: DialectName, kills: number, rows: number, random: () => number): Promise<void> {
  await using fresh = await freshDatabase(on, { migrated: true })
  const file = join(fresh.dir, 'repairs.csv')
  writeFileSync(file, asCsv(generatedTable(rows, 0)))
  await bring(fresh, file)
  await using engine = await openEngine(fresh.config)
  let counts = await countRows(engine)
  /** Imports another file; returns the number of rows that each table gained. */
  const bringNext = async (seed: number, killMs?: number): Promise<{ added: number[]; seconds: number }> => {
    writeFileSync(file, asCsv(generatedTable(rows, seed)))
    const { seconds } = await bring(fresh, file, killMs)
    const before = counts
    counts = await countRows(engine)
    return { added: Object.entries(counts).map(([name, n]) => n - (before[name] ?? 0)), seconds }
  }
  // Not the first import: its duration is not typical.
  const usual = await bringNext(kills + 1)
  const found = { whole: 0, nothing: 0, half: 0 }
  for (let i = 1; i <= kills; i += 1) {
    // Spread over the whole import except its start, when nothing has been read yet.
    const { added } = await bringNext(i, usual.seconds * 1000 * (0.3 + (0.7 * (i - random())) / kills))
    const isWhole = isDeepStrictEqual(added, usual.added)
    found[isWhole ? 'whole' : added.every((n) => n === 0) ? 'nothing' : 'half'] += 1
  }
  const { whole, nothing, half } = found
  const drift = await engine.read(driftOf)
  expect(
    Math.min(...usual.added) > 0 && half === 0 && drift === 0,
    `${on}: killed ${kills} times (${rows} rows): ${whole} whole, ${nothing} nothing, ${half} half`,
  )
}

/** Makes changes on the same SQLite until it is stopped; returns the longest wait in seconds. */
async function measureWaits(fresh: FreshDatabase): Promise<() => Promise<number>> {
  if (fresh.config.kind !== 'sqlite') return async () => 0
  const engine = await openEngine(fresh.config, { timeLimitMs: 120_000 })
  const store = new Store(engine)
  let longest = 0
  let over = false
  const loop = (async () => {
    while (!over) {
      longest = Math.max(longest, await timed(() => store.upkeep((tx) => tx.members.lockAdmins())))
      await pause(5)
    }
  })()
  return async () => {
    over = true
    await loop
    await store[Symbol.asyncDispose]()
    return longest / 1000
  }
}

async function bringMuch(on: DialectName, count: number, format: 'csv' | 'xlsx'): Promise<void> {
  await using fresh = await freshDatabase(on, { migrated: true })
  const file = join(fresh.dir, `repairs.${format}`)
  const table = generatedTable(count, 7)
  writeFileSync(file, format === 'csv' ? asCsv(table) : await asXlsx(table))
  const stop = await measureWaits(fresh)
  const { out, seconds, mb, busy } = await bring(fresh, file)
  const wait = await stop()
  const others = on === 'sqlite' ? `, other changes waited ${wait.toFixed(1)} s at most` : ''
  const holds = out.startsWith(`${count} rows imported`) && seconds <= limits.seconds && mb <= limits.mb
  expect(
    holds,
    `${on}: ${count} rows as ${format}: ${seconds.toFixed(1)} s (${busy.toFixed(1)} s of the processor), ${mb.toFixed(0)} MB${others}`,
  )
  if (format === 'csv') await workOff(on, fresh, count)
}

/** Measures how long lists and searches are slower than usual. The jobs of the service use half of the time for the queues. */
async function workOff(on: DialectName, fresh: FreshDatabase, count: number): Promise<void> {
  await using store = new Store(await openEngine(fresh.config))
  const front = () => store.read((tx) => tx.ticketLists.firstPage({ memberId: 1, open: false, queryType: 0 }, 0, 10))
  const list = async () => (await timed(front)).toFixed(1)
  await list()
  const [full, began] = [await list(), performance.now()]
  while ((await store.upkeep((tx) => tx.ticketQueues.countQueued(512))) > 0);
  const tallied = performance.now()
  while ((await store.upkeep((tx) => tx.ticketQueues.indexQueued(128, ticketGrams))) > 0);
  const [counting, indexing] = [tallied - began, performance.now() - tallied].map((ms) => ((2 * ms) / 1000).toFixed(1))
  say(
    `     ${on}: ${count} rows: lists are quick after ${counting} s (${full} ms until then, ${await list()} after), searches ${indexing} s later`,
  )
}
