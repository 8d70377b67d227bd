import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Settings } from '#contract/team/settings.ts'
import { instantOf, localDate, minute } from '#kit/time.ts'
import { assertLikelyDate } from '#rules/dates.ts'
import { ShiftCalendar } from '#rules/duty/shift-calendar.ts'
import { assertStay, overlapsLine, type TimeSpan, timeNear } from '#rules/hours/corrections.ts'
import { nextDate, previousDate } from '#rules/hours/hours.ts'
import { isStayOver, periodDate, type Stay, stayEnd, stayTime } from '#rules/hours/signing.ts'
import type { HourFacts, NewHourLine } from '#store/hours/hours.ts'
import { type ChangeResult, type Tx, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { countLines, totalMinutes } from './counting.ts'

export type CorrectionInput = Omit<Input<Contract['hours']['correct']>, 'id'>
interface Times {
  readonly arrival?: string | undefined
  readonly leaving?: string | undefined
}

export const isHere = (line: Stay, at: number, overtimeMinutes: number): boolean =>
  !isStayOver(line, at, overtimeMinutes)

/** Writes a line for a shift or other work, and approves it. */
export async function writeLine(
  tx: Tx,
  actor: MemberActor,
  { member, date: day, shift = '', minutes, what = '', reason, ...times }: CorrectionInput,
  settings: Settings,
  at: number,
): Promise<ChangeResult<number>> {
  const today = localDate(at, settings.timeZone)
  assertNone(shift === '' ? times : { minutes, what })
  const whose = await tx.members.find(required('member', member))
  if (!whose || whose.erased === 1) throw new Refusal('member_not_found')
  const date = required('date', day)
  assertLikelyDate('date', date, today)
  const did =
    shift === ''
      ? ({ kind: 'work', what, minutes: required('minutes', minutes || undefined) } as const)
      : ({ kind: 'shift', shift, ...stayAt(date, shift, times, settings, at) } as const)
  const line = { ...did, member_id: whose.id, date, came_how: 'written' } as const
  // Two administrators may write the same line with different reasons.
  const same = await tx.hours.findSame({ ...line, state: 'approved' })
  if (same !== undefined) return { answer: same, events: [] }
  if (line.kind === 'shift') {
    // Shifts of neighbouring days may extend past midnight.
    const beside = await tx.hours.ofDays(whose.id, { from: previousDate(date), until: nextDate(date) })
    const { entries, tally } = countLines(beside, settings, at)
    const stay = stayTime(line, at, settings.signing.overtimeMinutes)
    if (overlapsLine(stay, entries, tally)) throw new Refusal('already_written')
  }
  const counts_on = periodDate(date, await tx.hours.closedUntil(), today)
  return addApproved(tx, actor, { ...line, counts_on, reason, written_by: actor.memberId }, at)
}

/** In an open period the correction replaces the line; in a closed one it adds the difference. */
export async function correctLine(
  tx: Tx,
  actor: MemberActor,
  id: number,
  input: CorrectionInput,
  settings: Settings,
  at: number,
): Promise<ChangeResult<number>> {
  const { timeZone, signing } = settings
  const { member, date: day, shift: which, what } = input
  assertNone({ member, date: day, shift: which, what })
  const meant = await tx.hours.find(id)
  const line = meant && meant.corrects !== null ? await tx.hours.find(meant.corrects) : meant
  if (!line) throw new Refusal('line_not_found')
  if (isHere(line, at, signing.overtimeMinutes)) throw new Refusal('still_here')
  const family = await tx.hours.families([line.id])
  const isOpen = line.period_id === null
  const right = isOpen ? replacement(line, input, settings, at) : difference(family, input)
  // Answers an objection even if nothing changes.
  await tx.hours.change(
    family.filter(({ objected }) => objected === 1).map((one) => one.id),
    { objected: 0 },
  )
  const last = family.at(-1)
  if (last && last.corrects !== null && isRepeated(last, right)) return { answer: last.id, events: [] }
  const { member_id, date, shift } = line
  const counts_on = isOpen ? line.counts_on : periodDate(date, await tx.hours.closedUntil(), localDate(at, timeZone))
  const about = {
    member_id,
    kind: 'correction',
    date,
    counts_on,
    shift,
    corrects: line.id,
    reason: input.reason,
  } as const
  return addApproved(tx, actor, { ...about, ...right, written_by: actor.memberId }, at)
}

type Right = Pick<NewHourLine, 'exact' | 'minutes' | 'came_at' | 'left_at' | 'shift_from' | 'shift_until'>

function difference(family: readonly HourFacts[], { minutes, arrival, leaving }: CorrectionInput): Right {
  assertNone({ arrival, leaving })
  return { exact: 1, minutes: required('minutes', minutes) - totalMinutes(family) }
}

/** New minutes or, for a shift, one or both times. */
function replacement(
  line: HourFacts,
  { arrival, leaving, minutes }: CorrectionInput,
  settings: Settings,
  at: number,
): Right {
  const { date, shift_from, shift_until, came_at } = line
  if (shift_from === null || shift_until === null) assertNone({ arrival, leaving })
  const isTimed = arrival !== undefined || leaving !== undefined
  if (!isTimed || shift_from === null || shift_until === null) return { minutes: required('minutes', minutes) }
  assertNone({ minutes })
  const end = stayEnd(line, at, settings.signing.overtimeMinutes).at
  const was = { from: came_at ?? shift_from, until: end ?? shift_until }
  const hours = { from: shift_from, until: shift_until }
  return { ...stayIn(hours, was, date, { arrival, leaving }, settings, at), shift_from, shift_until }
}

/** The whole shift except for the given times. Special duty needs both times. */
function stayAt(date: string, shift: string, times: Times, settings: Settings, at: number) {
  const { timeZone } = settings
  if (shift === 'others') {
    const day = { from: instantOf(date, timeZone) ?? at, until: instantOf(nextDate(date), timeZone) ?? at }
    const from = timeNear('arrival', required('arrival', times.arrival), date, day, timeZone)
    const span = { from, until: Number.POSITIVE_INFINITY }
    const stay = stayIn(span, span, date, { leaving: required('leaving', times.leaving) }, settings, at)
    return { ...stay, shift_from: stay.came_at, shift_until: stay.left_at }
  }
  const hours = /^\d{1,2}$/.test(shift) ? new ShiftCalendar(settings, []).hoursOf(date, Number(shift)) : undefined
  if (!hours) throw new Refusal('not_on_timetable')
  return { ...stayIn(hours, hours, date, times, settings, at), shift_from: hours.from, shift_until: hours.until }
}

function stayIn(hours: TimeSpan, otherwise: TimeSpan, date: string, times: Times, { timeZone }: Settings, at: number) {
  const { arrival, leaving } = times
  const from = arrival === undefined ? otherwise.from : timeNear('arrival', arrival, date, hours, timeZone)
  const until = leaving === undefined ? otherwise.until : timeNear('leaving', leaving, date, hours, timeZone)
  assertStay({ from, until }, at, timeZone)
  return { came_at: from, left_at: until, came_how: 'written', left_how: 'written' } as const
}

/** True if the last correction is the same, or the difference is zero. */
const isRepeated = (last: HourFacts, { exact = 0, minutes = null, came_at = null, left_at = null }: Right): boolean =>
  exact === 1
    ? last.exact === 1 && minutes === 0
    : last.minutes === minutes && last.came_at === came_at && last.left_at === left_at

async function addApproved(tx: Tx, actor: MemberActor, line: Omit<NewHourLine, 'state' | 'created_at'>, at: number) {
  const state = 'approved'
  const id = await tx.hours.add({ ...line, state, decided_by: actor.memberId, decided_at: at, created_at: at })
  await tx.members.startDeletion([line.member_id], at)
  const { date, corrects, came_at, left_at, shift_from } = line
  const stayed = Math.floor(((left_at ?? 0) - Math.max(came_at ?? 0, shift_from ?? 0)) / minute)
  const name = (await tx.members.find(line.member_id))?.name ?? ''
  const own = line.member_id === actor.memberId
  const facts = { line: id, name, date, minutes: line.minutes ?? Math.max(0, stayed), state, own } as const
  const named = corrects == null ? facts : { ...facts, corrects }
  return withEvent(tx, { kind: 'hours.written', by: actor, at, ...named }, id)
}

function assertNone(fields: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && value !== '') throw new Refusal('bad_input', { field, flaw: 'not_fitting' })
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw new Refusal('bad_input', { field, flaw: 'missing' })
  return value
}
