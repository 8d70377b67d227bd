import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { day, instantOf, localDate } from '#kit/time.ts'
import { latestDate, readDayAndShift } from '#rules/duty/day-and-shift.ts'
import { type DutyFacts, peopleOn, shiftCalendar } from '#rules/duty/duty.ts'
import { isInNextOpening } from '#rules/duty/handover.ts'
import { type Tx, withEvent } from '#store/store.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { shiftEventFacts } from './leaves.ts'

const most = 100

/** `undefined` if the words are kept as they are. */
function shiftMeant(facts: DutyFacts, week: string, shift: string, at: number) {
  const read = readDayAndShift(facts, { week, shift }, at)
  if (!read) return undefined
  const date = latestDate(shiftCalendar(facts), read.week, read.number, at, facts.term.timeZone)
  if (date === undefined) throw new Refusal('bad_input', { field: 'week', flaw: 'not_begun' })
  return { date, number: read.number }
}

function latestShiftOf(facts: DutyFacts, member: string, at: number): { date: string; number: number } | undefined {
  const today = Temporal.PlainDate.from(localDate(at, facts.term.timeZone))
  for (let back = 0; back < 35; back += 1) {
    const date = today.subtract({ days: back }).toString()
    const mine = shiftCalendar(facts)
      .slotsOn(date)
      .filter(({ shift }) => (shiftCalendar(facts).hoursOf(date, shift)?.from ?? at) <= at)
      .filter(({ shift }) => peopleOn(facts, date, shift).includes(member))
      .at(-1)
    if (mine) return { date, number: mine.shift }
  }
  return undefined
}

/** The whole day if the shift is not in the timetable. */
function hoursOf(facts: DutyFacts, date: string, number: number, at: number): { from: number; until: number } {
  const hours = shiftCalendar(facts).hoursOf(date, number)
  const from = hours?.from ?? instantOf(date, facts.term.timeZone) ?? at
  return { from, until: hours?.until ?? from + day }
}

function conclusionView(ctx: Ctx, row: Awaited<ReturnType<Tx['conclusions']['list']>>[number]) {
  return {
    id: row.id,
    member: row.member,
    week: row.week,
    shift: row.shift,
    date: row.date ?? '',
    conclusion: row.content,
    createdTime: timeText(ctx, row.created_at),
  }
}

/** Replaces the member's earlier conclusion for the shift. Returns the date that it was bound to. */
export function writeConclusion(
  ctx: Ctx,
  actor: MemberActor,
  { week, shift, conclusion }: Input<Contract['conclusions']['write']>,
): Promise<string | null> {
  return ctx.duty.decide(async (tx, { at, facts }) => {
    await assertNotErased(tx, actor)
    const { date = null, number = null } = shiftMeant(facts, week, shift, at) ?? {}
    const input = { memberId: actor.memberId, week, shift, date, number, content: conclusion, at }
    const old = await tx.conclusions.findSame(input)
    if (old?.content === conclusion) return { answer: date, events: [] }
    const id = old?.id ?? (await tx.conclusions.add(input))
    if (old) await tx.conclusions.replace(old.id, input)
    const after = shiftEventFacts(date, shift)
    const sides = { id, ...(old ? { before: after } : {}), after }
    return withEvent(tx, { kind: 'conclusion.written', by: actor, at, ...sides }, date)
  })
}

export async function draftConclusion(
  ctx: Ctx,
  actor: MemberActor,
  { week, shift }: Input<Contract['conclusions']['draft']>,
  lang: Lang,
) {
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const me = await ctx.store.read((tx) => tx.members.find(actor.memberId))
  const on =
    week !== undefined && shift !== undefined
      ? shiftMeant(facts, week, shift, at)
      : latestShiftOf(facts, me?.name ?? '', at)
  if (!on) throw new Refusal('not_on_shift')
  const { from, until } = hoursOf(facts, on.date, on.number, at)
  const { happened, written } = await ctx.store.read(async (tx) => ({
    happened: await tx.shiftCounts.ofShift(from, until),
    written: await tx.conclusions.findSame({ memberId: actor.memberId, week: '', shift: '', ...on }),
  }))
  return {
    week: on.date,
    shift: String(on.number),
    conclusion: words[lang].duty.draft(happened),
    written: written?.content ?? '',
    facts: happened,
  }
}

export async function latestConclusion(ctx: Ctx, { memberId }: Pick<MemberActor, 'memberId'>) {
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const { rows, me } = await ctx.store.read(async (tx) => ({
    rows: await tx.conclusions.ofLatestShifts(most),
    me: await tx.members.find(memberId),
  }))
  const endOf = (row: (typeof rows)[number]) => hoursOf(facts, row.date ?? '', row.number ?? 0, at).until
  const last = rows.find((row) => endOf(row) <= at)
  const list = rows.filter((row) => row.date === last?.date && row.number === last?.number)
  const forYou =
    last !== undefined &&
    !list.some((row) => row.member_id === memberId) &&
    isInNextOpening(facts, me?.name ?? '', endOf(last), at)
  return { list: list.map((one) => conclusionView(ctx, one)), forYou }
}

export async function listConclusions(ctx: Ctx, input: PageInput) {
  const { offset, count } = pageOf(input)
  const { rows, total } = await ctx.store.read(async (tx) => ({
    rows: await tx.conclusions.list(offset, count),
    total: await tx.conclusions.count(),
  }))
  return { list: rows.map((one) => conclusionView(ctx, one)), total }
}
