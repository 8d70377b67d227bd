import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ticketGrams } from '#service/tickets/search-text.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import type { Engine } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { SqliteEngine } from '#store/engine/sqlite.ts'
import { Store } from '#store/store.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { randomFrom } from '../test/duty/world.ts'
import { type Fresh, freshDatabase, kinds } from '../test/support/databases.ts'
import { asCsv, asXlsx, imported, madeUpTable } from '../test/support/import-rows.ts'
import { launcher, planted } from '../test/support/program.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

/**
 * Imports that are killed at random moments, each of which has to be there whole or not at all; then a large table as CSV and as XLSX,
 * which has to come in within a minute and 256 MB, and how long others wait for their changes meanwhile on SQLite.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    rows: { type: 'string', default: '2000' },
    large: { type: 'string', default: '100000' },
    on: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
    'most-seconds': { type: 'string', default: '60' },
    'most-mb': { type: 'string', default: '256' },
  },
})
const [kills, rows, large] = [Number(values.kills), Number(values.rows), Number(values.large)]
const [mostSeconds, mostMb] = [Number(values['most-seconds']), Number(values['most-mb'])]
const say = (line: string) => void process.stdout.write(`${line}\n`)
const random = randomFrom(Number(values.seed))
let wrong = 0

function expect(holds: boolean, what: string): void {
  say(`${holds ? 'yes' : 'NO '}  ${what}`)
  if (!holds) wrong += 1
}

const reports = planted(`process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  process.stderr.write('peak ' + maxRSS + ' KB, busy ' + (userCPUTime + systemCPUTime) + ' us\\n')
})`)

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly seconds: number
  readonly mb: number
  /** Of the processor. */
  readonly busy: number
}

/** The command as `npm run fettle` runs it; killed after so many milliseconds, if that is given. */
async function bring({ dir, config }: Fresh, file: string, killMs?: number): Promise<Ended> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=2', ...reports, '--', launcher, 'import', file, '--yes'],
    {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: dir,
        ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const kill = killMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(kill)
  const seconds = (performance.now() - began) / 1000
  if (code === 1) say(err)
  const [, kb = 0, us = 0] = /peak (\d+) KB, busy (\d+) us/.exec(err) ?? []
  return { code, out, seconds, mb: Number(kb) / 1024, busy: Number(us) / 1e6 }
}

/** What is there once the transaction that a killed process may have left behind is over. */
async function countedIn(engine: Engine): Promise<Record<string, number>> {
  await new Store(engine).upkeep((tx) => tx.imports.takeTurns())
  return imported(engine)
}

async function killAtRandom(on: DialectName): Promise<void> {
  await using fresh = await freshDatabase(on, { migrated: true })
  const file = join(fresh.dir, 'repairs.csv')
  writeFileSync(file, asCsv(madeUpTable(rows, 0)))
  await bring(fresh, file)
  writeFileSync(file, asCsv(madeUpTable(rows, kills + 1)))
  // The first one took longer, because everything was new to it.
  const usual = (await bring(fresh, file)).seconds * 1000
  await using engine = await openEngine(fresh.config)
  let before = await countedIn(engine)
  const told = { whole: 0, nothing: 0, half: 0 }
  for (let i = 1; i <= kills; i += 1) {
    writeFileSync(file, asCsv(madeUpTable(rows, i)))
    // Spread over all of it but the start, when nothing has been read yet.
    await bring(fresh, file, usual * (0.3 + (0.7 * (i - random())) / kills))
    const after = await countedIn(engine)
    const added = Object.entries(after).map(([name, n]) => n - (before[name] ?? 0))
    const log = added.pop() ?? 0
    const isWhole = log === 1 && added.every((n) => n === rows)
    const isNothing = log === 0 && added.every((n) => n === 0)
    told[isWhole ? 'whole' : isNothing ? 'nothing' : 'half'] += 1
    before = after
  }
  const { whole, nothing, half } = told
  const drift = await engine.read(driftOf)
  expect(
    half === 0 && drift === 0,
    `${on}: killed ${kills} times (${rows} rows): ${whole} whole, ${nothing} nothing, ${half} half`,
  )
}

/** The longest that somebody else on this SQLite waits for a change of theirs. */
function waiting(fresh: Fresh): () => Promise<number> {
  if (fresh.config.kind !== 'sqlite') return async () => 0
  const engine = new SqliteEngine(fresh.config.file, { patienceMs: 120_000 })
  const store = new Store(engine)
  let longest = 0
  let over = false
  const loop = (async () => {
    while (!over) {
      const began = performance.now()
      await store.upkeep((tx) => tx.members.lockAdmins())
      longest = Math.max(longest, performance.now() - began)
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
  const table = madeUpTable(count, 7)
  writeFileSync(file, format === 'csv' ? asCsv(table) : await asXlsx(table))
  const stop = waiting(fresh)
  const { out, seconds, mb, busy } = await bring(fresh, file)
  const wait = await stop()
  const others = on === 'sqlite' ? `, others waited ${wait.toFixed(1)} s at most` : ''
  const holds = out.startsWith(`${count} rows came in`) && seconds <= mostSeconds && mb <= mostMb
  expect(
    holds,
    `${on}: ${count} rows as ${format}: ${seconds.toFixed(1)} s (${busy.toFixed(1)} s of the processor), ${mb.toFixed(0)} MB${others}`,
  )
  if (format === 'csv') await workOff(on, fresh, count)
}

/** How long lists and searches have more to do than usual: the jobs of the service take half of the time for it. */
async function workOff(on: DialectName, fresh: Fresh, count: number): Promise<void> {
  await using store = new Store(await openEngine(fresh.config))
  const list = async () => {
    const began = performance.now()
    await store.readOne((tx) => tx.ticketLists.front({ memberId: 1, open: false, queryType: 0 }, 0, 10))
    return (performance.now() - began).toFixed(1)
  }
  await list()
  const [full, began] = [await list(), performance.now()]
  while ((await store.upkeep((tx) => tx.ticketQueues.tally(512))) > 0);
  const tallied = performance.now()
  while ((await store.upkeep((tx) => tx.ticketQueues.index(128, ticketGrams))) > 0);
  const [counting, indexing] = [tallied - began, performance.now() - tallied].map((ms) => ((2 * ms) / 1000).toFixed(1))
  say(
    `     ${on}: ${count} rows: lists are quick after ${counting} s (${full} ms until then, ${await list()} after), searches ${indexing} s later`,
  )
}

await globalSetup()
try {
  for (const on of kinds.filter((kind) => values.on.includes(kind))) {
    if (kills > 0) await killAtRandom(on)
    for (const count of new Set([1000, 10_000, large].filter((one) => one <= large))) await bringMuch(on, count, 'csv')
    if (large > 0) await bringMuch(on, large, 'xlsx')
  }
} finally {
  await globalTeardown()
}
process.exitCode = wrong > 0 ? 1 : 0
