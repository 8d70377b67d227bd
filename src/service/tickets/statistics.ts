import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { type DateRange, day, second, zoned } from '#kit/time.ts'
import type { Tx } from '#store/store.ts'
import { listNumbers } from '#store/tickets/list-counts.ts'
import type { InstantRange, MilestoneCounts } from '#store/tickets/statistics.ts'
import { figuresOfDays } from '../repair-days/report.ts'
import type { Ctx } from '../shared/context.ts'
import { dateOf } from '../shared/date-range.ts'

/** The defaults without a period: the length of the series, and the days for other figures. */
const weeks = 53
const months = 12
const lately = 90
/** A sample of this size is enough for times and devices. */
const newest = 2_000
const devices = 12
const maxLeft = 100
const ages = [1, 3, 7, 30] as const

const monday = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 })
const firstOfMonth = (date: Temporal.PlainDate) => date.with({ day: 1 })

/** The starts of weeks or months from first to last, and the end of the last. */
const edges = (first: Temporal.PlainDate, last: Temporal.PlainDate, length: 'weeks' | 'months') =>
  Array.from({ length: first.until(last, { largestUnit: length })[length] + 2 }, (_, i) => first.add({ [length]: i }))

type OutcomeCounts = Awaited<ReturnType<Tx['statistics']['outcomes']>>

function outcomeFigures(rows: OutcomeCounts, finished: number) {
  const sums = <K>(of: (row: OutcomeCounts[number]) => K | undefined) => {
    const found = new Map<K, number>()
    for (const row of rows) {
      const key = of(row)
      if (key !== undefined) found.set(key, (found.get(key) ?? 0) + row.count)
    }
    return found
  }
  const outcomes = sums(({ outcome }) => outcome)
  const fixed = sums(({ outcome, category }) => (outcome === 'fixed' ? category : undefined))
  return {
    outcomes: {
      finished,
      fixed: outcomes.get('fixed') ?? 0,
      repairable: outcomes.get('repairable') ?? 0,
      endOfLife: outcomes.get('end_of_life') ?? 0,
      unknown: outcomes.get('unknown') ?? 0,
    },
    categories: inOrder(sums(({ category }) => category || undefined)).map(([category, count]) => ({
      category,
      count,
      fixed: fixed.get(category) ?? 0,
    })),
    barriers: inOrder(sums(({ barrier }) => barrier || undefined)).map(([barrier, count]) => ({ barrier, count })),
  }
}

/** Most frequent first; equal counts in the same order on both databases. */
const inOrder = <K extends string | number>(counts: ReadonlyMap<K, number>) =>
  [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

function start(ctx: Ctx, date: Temporal.PlainDate) {
  return date.toZonedDateTime(ctx.settings.current().timeZone).epochMilliseconds
}

function spanOf(ctx: Ctx, { from, until }: DateRange, at: number) {
  const zone = ctx.settings.current().timeZone
  const today = zoned(at, zone).toPlainDate()
  if (from === undefined && until === undefined)
    return {
      since: at - lately * day,
      end: Number.MAX_SAFE_INTEGER,
      weeks: edges(monday(today).subtract({ weeks: weeks - 1 }), monday(today), 'weeks'),
      months: edges(firstOfMonth(today).subtract({ months: months - 1 }), firstOfMonth(today), 'months'),
    }
  const last = until === undefined ? today : dateOf('until', until)
  const first = from === undefined ? last.subtract({ days: lately - 1 }) : dateOf('from', from)
  const days = first.until(last).days + 1
  if (days < 1) throw new Refusal('bad_input', { field: 'until', flaw: 'ends_before_start' })
  if (days > limits.statisticsDays)
    throw new Refusal('bad_input', { field: 'until', flaw: 'too_many_days', limit: limits.statisticsDays })
  return {
    since: Math.max(0, start(ctx, first)),
    end: start(ctx, last.add({ days: 1 })),
    weeks: edges(monday(first), monday(last), 'weeks'),
    months: edges(firstOfMonth(first), firstOfMonth(last), 'months'),
  }
}

async function durationFigures(tx: Tx, what: 'claim' | 'repair', span: InstantRange) {
  const times = Float64Array.from(await tx.statistics.durations(what, span, newest)).sort()
  const at = (part: number) => Math.round((times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? 0) / second)
  return { count: times.length, median: at(0.5), p90: at(0.9) }
}

async function series(ctx: Ctx, tx: Tx, of: { weeks: Temporal.PlainDate[]; months: Temporal.PlainDate[] }) {
  const until = await tx.statistics.countsUntil([...of.weeks, ...of.months].map((one) => start(ctx, one)))
  const periods = (dates: readonly Temporal.PlainDate[]) =>
    dates.slice(0, -1).map((date, i) => ({
      start: date.toString(),
      ...figuresBetween(until, start(ctx, date), start(ctx, dates[i + 1] ?? date)),
    }))
  return { weeks: periods(of.weeks), months: periods(of.months) }
}

async function figuresIn(tx: Tx, { since, end }: InstantRange) {
  const until = await tx.statistics.countsUntil([since, end])
  return figuresBetween(until, since, end)
}

function figuresBetween(until: ReadonlyMap<number, MilestoneCounts>, from: number, to: number) {
  const count = (what: keyof MilestoneCounts) => (until.get(to)?.[what] ?? 0) - (until.get(from)?.[what] ?? 0)
  return { created: count('created'), finished: count('repaired'), unrepairable: count('unrepairable') }
}

/** Unfinished tickets by age in days. */
async function openByAge(tx: Tx, at: number) {
  const total = await tx.listCounts.total(listNumbers.open)
  const younger = await tx.statistics.openSince(ages.map((days) => at - days * day))
  const edges = [0, ...ages.map((days) => younger.get(at - days * day) ?? 0), total]
  return [0, ...ages].map((fromDays, i) => ({
    fromDays,
    untilDays: ages[i] ?? null,
    count: (edges[i + 1] ?? 0) - (edges[i] ?? 0),
  }))
}

async function typeFigures(tx: Tx, type: number, all: number, open: number) {
  return {
    type,
    total: await tx.listCounts.total(all),
    open: await tx.listCounts.total(open),
  }
}

export function statisticsSummary(ctx: Ctx) {
  return ctx.store.read(async (tx) => ({
    notInExternal: await tx.listCounts.total(listNumbers.unforwarded),
    total: await tx.listCounts.total(listNumbers.all),
  }))
}

export function statisticsDetail(ctx: Ctx, range: DateRange = {}) {
  return ctx.store.read(async (tx) => {
    const at = ctx.now()
    const span = spanOf(ctx, range, at)
    const [
      weeksAndMonths,
      types,
      secondsToClaim,
      secondsToRepair,
      unclaimed,
      open,
      most,
      members,
      left,
      said,
      total,
      rating,
      repairDays,
    ] = await allSettledOrThrow([
      series(ctx, tx, span),
      allSettledOrThrow([
        typeFigures(tx, 0, listNumbers.appliances, listNumbers.openAppliances),
        typeFigures(tx, 1, listNumbers.computers, listNumbers.openComputers),
      ]),
      durationFigures(tx, 'claim', span),
      durationFigures(tx, 'repair', span),
      tx.listCounts.total(listNumbers.unclaimed),
      openByAge(tx, at),
      tx.statistics.devices(span, newest, devices),
      tx.statistics.repairedBy(span),
      tx.statistics.leftBehind(maxLeft),
      tx.statistics.outcomes(span),
      figuresIn(tx, span),
      tx.statistics.ratings(span),
      figuresOfDays(ctx, tx, span.since, span.end),
    ])
    return {
      total,
      ...weeksAndMonths,
      ...outcomeFigures(said, total.finished + total.unrepairable),
      rating,
      ...{ types, secondsToClaim, secondsToRepair, unclaimed, open, devices: most, members, repairDays, left },
    }
  })
}
