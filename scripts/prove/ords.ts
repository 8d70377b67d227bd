import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SqliteConfig } from '#config/config.ts'
import { impactFigures, impactTable } from '#service/open-data/impact.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { testContext } from '../../test/support/context.ts'
import { insertGeneratedRepairs, textsToScrub } from '../../test/support/made-up-repairs.ts'
import { checkOrds } from '../../test/support/ords.ts'
import { runCommand } from '../shared/command.ts'
import { diskFolder } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'

const maxMegabytes = 256
const openData = { provider: 'Campus Repair', group: '', country: 'CHN', impact: true }

/**
 * Exports many made-up repairs as open data on SQLite. The table must follow the standard and contain none of the personal data that
 * was planted; imported into an empty team and exported again, it must be the same, byte for byte. Prints time and memory.
 */
export const proof = defineProof({
  options: { count: 100_000 },
  async run({ count }) {
    const now = Date.now()
    using folder = diskFolder()
    const first = await newTeam(join(folder.dir, 'first'))
    await insertGeneratedRepairs(first.config, count, now)
    const table = await exportOrds(first.cwd)
    const { wrong, rows } = checkOrds(table)
    for (const one of wrong.slice(0, 10)) say(one)
    expect(wrong.length === 0, 'the table follows the standard')
    expect(rows.length === count, `it has ${rows.length} repairs, ${(table.length / 2 ** 20).toFixed(1)} MB`)
    expect(!textsToScrub.some((secret) => table.includes(secret)), 'it contains none of the planted personal data')
    await publicFigures(first.config, now)

    const second = await newTeam(join(folder.dir, 'second'))
    await fettle(second.cwd, 'import', join(first.cwd, 'open-data.csv'), '--yes')
    const again = await exportOrds(second.cwd)
    if (again !== table) {
      const [a, b] = [table.split('\r\n'), again.split('\r\n')]
      const others = a.flatMap((line, i) => (line === b[i] ? [] : [`was ${line}\nis  ${b[i]}`]))
      say(others.slice(0, 3).join('\n'))
    }
    expect(again === table, 'imported into an empty team and exported again, it is the same, byte for byte')
  },
})

async function exportOrds(cwd: string): Promise<string> {
  await fettle(cwd, 'ords', '--out', 'open-data.csv')
  return readFileSync(join(cwd, 'open-data.csv'), 'utf8')
}

/** Creates an empty team that publishes its repairs. */
async function newTeam(cwd: string): Promise<{ cwd: string; config: SqliteConfig }> {
  mkdirSync(cwd)
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

async function fettle(cwd: string, ...args: string[]): Promise<void> {
  const { code, seconds, mb } = await runCommand(args, { cwd })
  expect(code === 0 && mb < maxMegabytes, `fettle ${args.join(' ')}: ${seconds.toFixed(1)} s, ${mb.toFixed(0)} MB`)
}

/** Measures how long the public figures take, and how long other requests wait meanwhile. */
async function publicFigures(config: SqliteConfig, now: number): Promise<void> {
  await using store = new Store(await openEngine(config))
  const ctx = testContext({ store, now: () => now, team: { lang: 'zh_CN', zone: 'Asia/Shanghai' } })
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
