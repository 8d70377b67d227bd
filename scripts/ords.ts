import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { SqliteConfig } from '#config/config.ts'
import { impactFigures, impactTable } from '#service/open-data/impact.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { testContext } from '../test/support/context.ts'
import { tempDir } from '../test/support/databases.ts'
import { madeUpRepairs, secrets } from '../test/support/made-up-repairs.ts'
import { noPorts } from '../test/support/no-ports.ts'
import { checkOrds } from '../test/support/ords.ts'
import { planted, run } from '../test/support/program.ts'

/**
 * Many made-up repairs as open data on SQLite: the table is what the standard wants, nothing personal that was planted is in it, and into an
 * empty team and out again it is the same, byte for byte. With the time and the memory of each command, and of the public figures.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' } } })
const count = Number(values.count)
const mostMegabytes = 256
const say = (text: string) => void process.stdout.write(`${text}\n`)
const now = Date.now()
const openData = { provider: 'Campus Repair', group: '', country: 'CHN', impact: true }
let wrong = 0

/** Says what came of something, and counts what is not as it should be. */
function expect(holds: boolean, text: string): void {
  say(`${holds ? 'yes' : 'NO '}  ${text}`)
  if (!holds) wrong += 1
}

const folders: string[] = []
using _ = { [Symbol.dispose]: () => folders.forEach((dir) => void rmSync(dir, { recursive: true, force: true })) }

/** An empty team with these settings, in a folder of its own. */
async function newFolder(): Promise<{ cwd: string; config: SqliteConfig }> {
  const cwd = tempDir()
  folders.push(cwd)
  const config: SqliteConfig = {
    kind: 'sqlite',
    file: join(cwd, 'data/fettle.db'),
    backups: { dir: join(cwd, 'backups'), keepDays: 1 },
  }
  await fettle(cwd, 'migrate')
  await using store = new Store(await openEngine(config))
  await store.upkeep((tx) => tx.settings.write({ version: 2, versions: {}, set: { teamName: '维修队', openData } }))
  return { cwd, config }
}

/** Runs a command as `npm run fettle` does; what it says is told if it fails. */
async function fettle(cwd: string, ...args: string[]): Promise<void> {
  const began = performance.now()
  const peak = planted(`process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`)
  const { code, out, err } = await run(args, { cwd, node: ['--max-semi-space-size=2', ...peak] }, 600_000)
  const [, kilobytes = '0'] = /^peak (\d+)$/m.exec(err) ?? []
  const megabytes = Math.round(Number(kilobytes) / 1024)
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s, ${megabytes} MB`
  expect(code === 0 && megabytes < mostMegabytes, `fettle ${args.join(' ')}: ${took}`)
  if (code !== 0) say(out + err)
}

const first = await newFolder()
await madeUpRepairs(first.config, count, now)
await fettle(first.cwd, 'ords', '--out', 'a.csv')
const table = readFileSync(join(first.cwd, 'a.csv'), 'utf8')
const checked = checkOrds(table)
for (const one of checked.wrong.slice(0, 10)) say(one)
expect(checked.wrong.length === 0, 'the table is what the standard wants')
expect(
  checked.rows.length === count,
  `it has ${checked.rows.length} repairs, ${(table.length / 2 ** 20).toFixed(1)} MB`,
)
expect(!secrets.some((secret) => table.includes(secret)), 'nothing personal that was planted is in it')
await publicFigures()

const second = await newFolder()
await fettle(second.cwd, 'import', join(first.cwd, 'a.csv'), '--yes')
await fettle(second.cwd, 'ords', '--out', 'b.csv')
const same = readFileSync(join(second.cwd, 'b.csv'), 'utf8') === table
if (!same) {
  const [a, b] = [table.split('\r\n'), readFileSync(join(second.cwd, 'b.csv'), 'utf8').split('\r\n')]
  const others = a.flatMap((line, i) => (line === b[i] ? [] : [`was ${line}\nis  ${b[i]}`]))
  say(others.slice(0, 3).join('\n'))
}
expect(same, 'into an empty team and out again it is the same, byte for byte')
say(wrong === 0 ? 'All as it should be.' : `${wrong} not as they should be.`)
if (wrong > 0) process.exitCode = 1

/** What the pages show: how long it takes, and how long others wait meanwhile. */
async function publicFigures(): Promise<void> {
  await using store = new Store(await openEngine(first.config))
  const parts = { store, ports: noPorts, now: () => now, publicUrl: '' }
  const ctx = testContext({ ...parts, team: { lang: 'zh_CN', zone: 'Asia/Shanghai' } })
  const published = { figures: () => impactFigures(ctx), table: () => impactTable(ctx) }
  await ctx.settings.refresh()
  for (const what of ['figures', 'table', 'figures'] as const) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const began = performance.now()
    const answer = await published[what]()
    const ms = performance.now() - began
    const size = Buffer.isBuffer(answer) ? `, ${(answer.length / 2 ** 20).toFixed(1)} MB kept` : ''
    say(`     ${what}: ${ms.toFixed(0)} ms, others wait ${(delay.max / 1e6).toFixed(0)} ms at most${size}`)
  }
}
