import type { Input, Output } from '#contract/endpoint.ts'
import type { HourRule, HourSums } from '#contract/hours/hour-fields.ts'
import type { Contract } from '#contract/index.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { localDate } from '#kit/time.ts'
import { awaitsDecision, type HourEntry, type HourTally, isLeftOutOfLists, sumsOf } from '#rules/hours/hours.ts'
import type { HourFacts, HourRange } from '#store/hours/hours.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { pageOf } from '../shared/paging.ts'
import { isHere } from './corrections.ts'
import { type CountedLines, countLines, hourRange, missingIn, shownLines } from './counting.ts'

type Hours = Contract['hours']

function today(ctx: Ctx, at: number) {
  return localDate(at, ctx.settings.current().timeZone)
}

export function myHours(
  ctx: Ctx,
  { memberId }: MemberActor,
  input: Input<Hours['mine']>,
): Promise<Output<Hours['mine']>> {
  const [at, current] = [ctx.now(), ctx.settings.current()]
  const range = hourRange(input, today(ctx, at))
  return ctx.store.read(async (tx) => {
    const [rows, sums, periods, staff, me] = await allSettledOrThrow([
      tx.hours.ofMember(memberId, range),
      tx.hours.sums(memberId),
      tx.hours.periods(),
      tx.shiftStaff.between(range, memberId),
      tx.members.find(memberId),
    ])
    const counted = countLines(rows, current, at)
    const { entries, tally } = counted
    const chosen = visibleLines(rows, counted, current.hourRule).filter(({ row }) => isIn(range, row))
    const lines = chosen.map(({ entry }) => entry)
    const open = entries.filter(({ period }) => period === null)
    return {
      ...range,
      list: await shownLines(tx, chosen.map(({ row }) => row).sort(latestFirst), counted, current, at),
      sums: approvedSums(lines, tally),
      proposed: proposedMinutes(lines, tally),
      missing: missingIn(staff, rows, new Map([[memberId, me?.name ?? '']])),
      total: sumsOf([...sums, ...approvedParts(open, tally)]),
      periods: periods
        .map(({ id, name, from_date, until_date }) => {
          const mine = sums.filter(({ period_id }) => period_id === id)
          return { id, name, from: from_date, until: until_date, sums: sumsOf(mine), has: mine.length > 0 }
        })
        .flatMap(({ has, ...period }) => (has ? [period] : [])),
    }
  })
}

export function listHours(ctx: Ctx, input: Input<Hours['list']>): Promise<Output<Hours['list']>> {
  const [at, current] = [ctx.now(), ctx.settings.current()]
  const range = hourRange(input, today(ctx, at))
  return ctx.store.read(async (tx) => {
    const [rows, late, names, staff] = await allSettledOrThrow([
      tx.hours.countedOn(range),
      tx.hours.late(range),
      tx.hours.names(),
      tx.shiftStaff.between(range),
    ])
    const counted = countLines(rows, current, at)
    const seen = visibleLines(rows, counted, current.hourRule)
    // Without a sign-out, a line cannot be decided.
    const awaits: IsAwaiting = (row, entry) =>
      awaitsDecision(entry, counted.tally, current.hourRule) && !isHere(row, at, current.signing.overtimeMinutes)
    const fitting = seen
      .filter(({ row, entry }) => fits(row, input) && (input.state !== 'proposed' || awaits(row, entry)))
      .map(({ row }) => row)
      .sort(latestFirst)
    const { offset, count } = pageOf(input)
    const page = await tx.hours.findAll(fitting.slice(offset, offset + count).map(({ id }) => id))
    return {
      ...range,
      list: await shownLines(tx, page.sort(latestFirst), counted, current, at),
      total: fitting.length,
      people: peopleIn(seen, counted.tally, names, awaits),
      missing: missingIn(staff, [...rows, ...late], names),
    }
  })
}

/** Compares a rule with the one in force over the last month. Closed periods are counted again here. */
export function previewRule(ctx: Ctx, rule: HourRule): Promise<Output<Hours['preview']>> {
  const [at, current] = [ctx.now(), ctx.settings.current()]
  const from = Temporal.PlainDate.from(today(ctx, at)).subtract({ months: 1 }).with({ day: 1 }).toString()
  const range = hourRange({ from }, from)
  return ctx.store.read(async (tx) => {
    const [rows, names] = await allSettledOrThrow([tx.hours.countedOn(range), tx.hours.names()])
    const anew = rows.map((row) => ({ ...row, counted: null }))
    const [as, other] = [countLines(anew, current, at).tally, countLines(anew, current, at, rule).tally]
    const list = Map.groupBy(rows, ({ member_id }) => member_id)
      .entries()
      .map(([member, lines]) => {
        const ids = lines.map(({ id }) => id)
        return { member, name: names.get(member) ?? '', now: sumIn(as, ids), would: sumIn(other, ids) }
      })
      .filter((one) => one.now !== 0 || one.would !== 0)
      .toArray()
      .sort(byName)
    const sum = (of: 'now' | 'would') => list.reduce((all, one) => all + one[of], 0)
    return { ...range, list, now: sum('now'), would: sum('would') }
  })
}

type IsAwaiting = (row: HourFacts, entry: HourEntry) => boolean

function peopleIn(
  lines: readonly { readonly row: HourFacts; readonly entry: HourEntry }[],
  tally: HourTally,
  names: ReadonlyMap<number, string>,
  awaits: IsAwaiting,
) {
  return Map.groupBy(lines, ({ row }) => row.member_id)
    .entries()
    .map(([member, theirs]) => {
      const entries = theirs.map(({ entry }) => entry)
      const open = theirs.filter(({ row, entry }) => awaits(row, entry)).map(({ entry }) => entry)
      return {
        member,
        name: names.get(member) ?? '',
        sums: approvedSums(entries, tally),
        proposed: proposedMinutes(open, tally),
        open: open.length,
        objected: theirs.filter(({ row }) => row.objected === 1).length,
      }
    })
    .toArray()
    .sort(byName)
}

function visibleLines<R extends HourFacts>(rows: readonly R[], { entries, tally }: CountedLines, rule: HourRule) {
  return rows
    .map((row, i) => ({ row, entry: entries[i] as HourEntry })) // there is one for each row
    .filter(({ entry }) => !isLeftOutOfLists(entry, tally, rule))
}

const isIn = ({ from, until }: HourRange, { counts_on }: HourFacts) => from <= counts_on && counts_on <= until

const fits = (row: HourFacts, { member, state, kind, only }: Input<Hours['list']>) =>
  (member === undefined || row.member_id === member) &&
  (state === undefined || row.state === state) &&
  (kind === undefined || row.kind === kind) &&
  (only === undefined || row.objected === 1)

/** By the day of work: a correction stands with its day, although it may count later. */
const latestFirst = (a: HourFacts, b: HourFacts) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1)

const byName = (a: { name: string; member: number }, b: { name: string; member: number }) =>
  a.name === b.name ? a.member - b.member : a.name < b.name ? -1 : 1

const sumIn = ({ counts }: HourTally, ids: readonly number[]) => ids.reduce((all, id) => all + (counts.get(id) ?? 0), 0)

const approvedParts = (lines: readonly HourEntry[], { counts }: HourTally) =>
  lines.filter(({ state }) => state === 'approved').map(({ id, kind }) => ({ kind, minutes: counts.get(id) ?? 0 }))

const approvedSums = (lines: readonly HourEntry[], tally: HourTally): HourSums => sumsOf(approvedParts(lines, tally))

const proposedMinutes = (lines: readonly HourEntry[], tally: HourTally): number =>
  sumIn(
    tally,
    lines.filter(({ state }) => state === 'proposed').map(({ id }) => id),
  )
