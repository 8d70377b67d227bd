import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RawAnswer } from '#contract/endpoint.ts'
import { minute } from '#kit/time.ts'
import { exportHours } from '#service/hours/export.ts'
import { listHours, myHours } from '#service/hours/views.ts'
import type { MemberActor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { openEngine } from '#store/engine/open.ts'
import type { NewHourLine } from '#store/hours/hours.ts'
import { Store } from '#store/store.ts'
import { randomFrom } from '../../test/duty/world.ts'
import { testContext } from '../../test/support/context.ts'
import { readCsv } from '../../test/support/csv.ts'
import { freshDatabase } from '../../test/support/databases.ts'
import { diskFolder, median } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'

const year = { from: '2026-01-01', until: '2026-12-31' }
const month = { from: '2026-12-01', until: '2026-12-31' }
const now = Date.parse('2026-12-31T12:00:00Z')
const maxMs = 50

/** Measures the pages and the tables of hours with a year of a large team on SQLite. No period is closed, so all sums are computed. */
export const proof = defineProof({
  options: { members: 60, runs: 21, libreoffice: false },
  async run({ members, runs, libreoffice }) {
    await using fresh = await freshDatabase('sqlite')
    await using store = new Store(await openEngine(fresh.config))
    await store.migrate(0)
    const team = { lang: 'zh_CN', zone: 'Asia/Shanghai' } as const
    const ctx = testContext({ store, now: () => now, team })
    const admin = await fillYear(ctx, members)
    const table = (days: object, by: 'person' | 'day', format: 'xlsx' | 'csv') =>
      exportHours(ctx, admin, { ...days, by, format }, 'zh_CN')
    for (const [what, work] of Object.entries({
      'the page of a month': () => listHours(ctx, month),
      'the page of a member': () => myHours(ctx, { ...admin, memberId: 2 }, month),
      'a month as XLSX, a row for each person and day': () => table(month, 'day', 'xlsx'),
      'a month as CSV, a row for each person and day': () => table(month, 'day', 'csv'),
      'the year as XLSX, a row for each person': () => table(year, 'person', 'xlsx'),
      'the year as CSV, a row for each person': () => table(year, 'person', 'csv'),
      'the year as XLSX, a row for each person and day': () => table(year, 'day', 'xlsx'),
      'the year as CSV, a row for each person and day': () => table(year, 'day', 'csv'),
    }))
      await measure(what, work, runs)
    if (libreoffice) await compareWithLibreOffice((by, format) => bodyOf(table(year, by, format)))
  },
})

async function measure(what: string, work: () => Promise<unknown>, runs: number): Promise<void> {
  const times: number[] = []
  const used: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const began = performance.now()
    const before = process.cpuUsage()
    await work()
    times.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1000)
  }
  const beside = `processor ${median(used).toFixed(1)} ms, the first time ${times[0]?.toFixed(0)} ms`
  const ms = median(times)
  expect(ms <= maxMs, `${what}: ${ms.toFixed(1)} ms (median of ${runs}, at most ${maxMs}; ${beside})`)
}

/** Members, settings, and the lines of a year. */
async function fillYear(ctx: Ctx, members: number): Promise<MemberActor> {
  const ids = await ctx.store.upkeep(async (tx) => {
    const ids: number[] = []
    for (let i = 0; i < members; i += 1) {
      const fields = { name: `成员${i}`, stuid: `2024${String(i).padStart(4, '0')}`, class: `计算机 230${i % 5}` }
      ids.push((await tx.members.add({ ...fields, college: '信息学院', admin: i === 0 ? 1 : 0 }, now)) ?? 0)
    }
    return ids
  })
  const actor = { role: 'admin', personId: null, memberId: ids[0] ?? 0, lang: null, tokenHash: new Uint8Array() }
  const admin = { ...actor, confirmed: true, factor: false } as unknown as MemberActor // the script has no login
  await ctx.settings.update(admin, {
    signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
    closedDays: [{ from: '2026-10-01', until: '2026-10-07' }],
    hourRule: {
      rounding: 15,
      direction: 'nearest',
      per: 'day',
      mostPerDay: 480,
      ticketMinutes: 30,
      nightFrom: '21:00',
      nightUntil: '06:00',
      nightPercent: 150,
      closedPercent: 200,
    },
  })
  const lines = linesOfYear(ids)
  const many = 200
  for (let i = 0; i < lines.length; i += many)
    await ctx.store.upkeep((tx) => tx.hours.addOnce(lines.slice(i, i + many).map(withEveryColumn)))
  say(`${members} members, ${lines.length} lines of a year`)
  return admin
}

/** Three shifts a day with six people each, other work, tickets, and some irregular lines. */
function linesOfYear(ids: readonly number[]): NewHourLine[] {
  const random = randomFrom(1)
  const below = (n: number) => Math.floor(random() * n)
  const lines: NewHourLine[] = []
  for (let day = 0; day < 365; day += 1) {
    const begin = Date.parse('2026-01-01T00:00:00+08:00') + day * 1440 * minute
    const date = Temporal.PlainDate.from(year.from).add({ days: day }).toString()
    const base = { date, counts_on: date, state: 'approved', decided_by: ids[0] ?? 0, decided_at: now } as const
    for (const [shift, from, until] of [
      ['1', 9 * 60, 12 * 60],
      ['2', 14 * 60, 17 * 60],
      ['3', 19 * 60, 22 * 60],
    ] as const) {
      for (let i = 0; i < 6; i += 1) {
        const forgotten = below(15) === 0
        lines.push({
          ...base,
          member_id: ids[(day * 7 + Number(shift) * 11 + i) % ids.length] ?? 0,
          kind: 'shift',
          shift,
          shift_from: begin + from * minute,
          shift_until: begin + until * minute,
          came_at: begin + (from - 15 + below(40)) * minute,
          left_at: begin + (forgotten ? until : until - 20 + below(45)) * minute,
          came_how: 'board',
          left_how: forgotten ? 'forgotten' : 'board',
          standing: (['substitute', 'beside', 'rostered'] as const)[Math.min(2, below(12))] ?? 'rostered',
          created_at: begin + from * minute,
        })
      }
    }
    for (const kind of ['work', 'ticket'] as const)
      lines.push({
        ...base,
        member_id: ids[below(ids.length)] ?? 0,
        kind,
        ...(kind === 'work' ? { minutes: 10 + below(180), what: 'Sorted the spare parts' } : {}),
        created_at: begin + 600 * minute,
      })
  }
  return lines
}

/** All rows of one statement need the same columns. */
function withEveryColumn(line: NewHourLine): NewHourLine {
  const nothing = { shift_from: null, shift_until: null, came_at: null, left_at: null, minutes: null }
  return { ...nothing, shift: '', came_how: '', left_how: '', standing: '', what: '', ...line }
}

async function bodyOf(answer: Promise<RawAnswer>): Promise<Uint8Array> {
  const { body } = await answer
  return typeof body === 'string' ? Buffer.from(body) : (body as Uint8Array) // a body is never sent in parts here
}

/** Compares the XLSX, as LibreOffice reads it, with our CSV, cell by cell and type by type. */
async function compareWithLibreOffice(
  table: (by: 'person' | 'day', format: 'xlsx' | 'csv') => Promise<Uint8Array>,
): Promise<void> {
  using folder = diskFolder()
  const file = join(folder.dir, 'hours.xlsx')
  for (const by of ['person', 'day'] as const) {
    const ours = await table(by, 'csv')
    writeFileSync(file, await table(by, 'xlsx'))
    // UTF-8, all text in quotes, cells as they are shown: a cell without quotes is a number or a date to LibreOffice.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'
    execFileSync('soffice', ['--headless', '--convert-to', filter, '--outdir', folder.dir, file], { stdio: 'ignore' })
    const theirs = readFileSync(join(folder.dir, 'hours.csv'), 'utf8')
    const wrong = differences(readCsv(Buffer.from(ours).subarray(3).toString()), readCsv(theirs))
    wrong.push(...(theirs.split('\n')[1]?.match(/"\d{4}-\d\d-\d\d"|"\d+\.\d+"/g) ?? []))
    const found = wrong.slice(0, 5).join('; ') || 'every cell agrees'
    expect(wrong.length === 0, `LibreOffice, by ${by}: ${found}`)
  }
}

function differences(ours: readonly string[][], theirs: readonly string[][]): string[] {
  const cell = (text = '') => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text.replace(/^'/, ''))
  return ours.flatMap((row, i) =>
    row.flatMap((text, j) =>
      cell(text) === cell(theirs[i]?.[j]) ? [] : `row ${i + 1}, column ${j + 1}: ${text} is ${theirs[i]?.[j]}`,
    ),
  )
}
