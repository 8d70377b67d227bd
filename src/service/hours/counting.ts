import { Refusal } from '#contract/errors.ts'
import type { HourLine, HourRule } from '#contract/hours/hour-fields.ts'
import { limits } from '#contract/limits.ts'
import type { Settings } from '#contract/team/settings.ts'
import { isDate, wallClock } from '#kit/time.ts'
import { ShiftCalendar } from '#rules/duty/shift-calendar.ts'
import { entryMinutes, type HourCalendar, type HourEntry, type HourTally, tallyHours } from '#rules/hours/hours.ts'
import { isStayOver, lateMinutes, stayEnd, stayTime } from '#rules/hours/signing.ts'
import type { ShiftStaffRow } from '#store/duty/shift-staff.ts'
import type { HourFacts, HourRange, HourRow } from '#store/hours/hours.ts'
import type { Tx } from '#store/store.ts'

export interface CountedLines {
  readonly entries: readonly HourEntry[]
  readonly tally: HourTally
}

export function calendarOf(settings: Settings): HourCalendar {
  const days = new ShiftCalendar(settings, [])
  return { zone: settings.timeZone, isClosed: (date) => days.isClosed(date) }
}

/** All lines of a member's day must be among `rows`. */
export function countLines(
  rows: readonly HourFacts[],
  settings: Settings,
  now: number,
  rule: HourRule = settings.hourRule,
): CountedLines {
  const entries = rows.map((row) => entryOf(row, now, settings.signing.overtimeMinutes))
  return { entries, tally: tallyHours(entries, rule, calendarOf(settings)) }
}

function entryOf(row: HourFacts, now: number, overtimeMinutes: number): HourEntry {
  const time = row.came_at === null ? undefined : stayTime(row, now, overtimeMinutes)
  return {
    id: row.id,
    member: row.member_id,
    kind: row.kind,
    date: row.date,
    countsOn: row.counts_on,
    state: row.state,
    from: time?.from ?? null,
    until: time?.until ?? null,
    minutes: row.minutes,
    exact: row.exact === 1,
    corrects: row.corrects,
    at: row.came_at ?? row.created_at,
    period: row.period_id,
    counted: row.counted,
  }
}

/** The counted minutes of a closed line with all its corrections. */
export const totalMinutes = (family: readonly HourFacts[]): number =>
  family.reduce((sum, line) => sum + ((line.exact === 1 ? line.minutes : line.counted) ?? 0), 0)

export async function shownLines(
  tx: Tx,
  rows: readonly HourRow[],
  { entries, tally }: CountedLines,
  settings: Settings,
  now: number,
): Promise<HourLine[]> {
  const { timeZone, hourRule } = settings
  const { overtimeMinutes } = settings.signing
  const time = (at: number | null) => (at === null ? '' : wallClock(at, timeZone))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const rootOf = (row: HourFacts) => row.corrects ?? row.id
  // Only these lines can belong to a closed period.
  const roots = rows.filter(({ period_id, corrects }) => period_id !== null || corrects !== null).map(rootOf)
  const families = Map.groupBy(await tx.hours.families([...new Set(roots)]), rootOf)
  return rows.map((row) => {
    const family = families.get(rootOf(row)) ?? []
    // True if the line, or the one that it corrects, is in a closed period.
    const closed = family.some(({ corrects, period_id }) => corrects === null && period_id !== null)
    const entry = byId.get(row.id) ?? entryOf(row, now, overtimeMinutes)
    const end = stayEnd(row, now, overtimeMinutes)
    return {
      id: row.id,
      member: row.member_id,
      name: row.name,
      kind: row.kind,
      date: row.date,
      countsOn: row.counts_on,
      shift: row.shift,
      arrival: time(row.came_at),
      leaving: time(end.at),
      here: !isStayOver(row, now, overtimeMinutes),
      came: row.came_how,
      left: end.how,
      standing: row.standing,
      late: lateMinutes(row),
      minutes: entryMinutes(entry, hourRule),
      counts: tally.counts.get(row.id) ?? 0,
      state: row.state,
      reason: row.reason,
      decidedBy: row.decidedBy ?? '',
      decidedTime: time(row.decided_at),
      ownDecision: row.decided_by === row.member_id,
      what: row.what,
      with: row.with_whom,
      ticket: row.ticket_id ?? 0,
      corrects: row.corrects ?? 0,
      corrected: tally.corrected.has(row.id),
      writtenBy: row.writtenBy ?? '',
      objection: row.objection,
      objected: row.objected === 1,
      answer: row.answer,
      period: row.period_id ?? 0,
      closed,
      // Of the line and its corrections together.
      inAll: closed ? totalMinutes(family) : 0,
    }
  })
}

/** A line, counted together with the others of its day. */
export async function shownLine(tx: Tx, id: number, settings: Settings, now: number): Promise<HourLine> {
  const row = await tx.hours.find(id)
  const day = row ? await tx.hours.ofDays(row.member_id, { from: row.date, until: row.date }) : []
  const [shown] = row ? await shownLines(tx, [row], countLines(day, settings, now), settings, now) : []
  if (!shown) throw new Error('the line of hours is missing')
  return shown
}

export async function allLines(tx: Tx, memberId: number, settings: Settings, now: number): Promise<HourLine[]> {
  const rows = await tx.hours.ofMember(memberId, { from: '', until: '9999-12-31' })
  return shownLines(tx, rows.toReversed(), countLines(rows, settings, now), settings, now)
}

/** By default the month of the given day, or the present month. */
export function hourRange({ from, until }: Partial<HourRange>, today: string): HourRange {
  for (const [field, date] of Object.entries({ from, until }))
    if (date !== undefined && !isDate(date)) throw new Refusal('bad_input', { field, flaw: 'not_a_date' })
  const month = Temporal.PlainDate.from(from ?? until ?? today)
  const range = {
    from: from ?? month.with({ day: 1 }).toString(),
    until: until ?? month.with({ day: month.daysInMonth }).toString(),
  }
  const days = Temporal.PlainDate.from(range.from).until(range.until, { largestUnit: 'days' }).days + 1
  if (days < 1) throw new Refusal('bad_input', { field: 'until', flaw: 'ends_before_start' })
  if (days > limits.statisticsDays)
    throw new Refusal('bad_input', { field: 'until', flaw: 'too_many_days', limit: limits.statisticsDays })
  return range
}

/** Rostered members without a line for their shift, latest first. A refused line counts as one. */
export function missingIn(
  staff: readonly ShiftStaffRow[],
  rows: readonly HourFacts[],
  names: ReadonlyMap<number, string>,
) {
  const there = new Set<string>()
  for (const { kind, member_id, date, shift } of rows) if (kind === 'shift') there.add(`${member_id} ${date} ${shift}`)
  return staff
    .filter(({ date, shift, memberId }) => !there.has(`${memberId} ${date} ${shift}`))
    .map(({ date, shift, memberId }) => ({ member: memberId, name: names.get(memberId) ?? '', date, shift }))
    .sort((a, b) => (a.date === b.date ? shiftOrder(a.shift) - shiftOrder(b.shift) : a.date < b.date ? 1 : -1))
}

const shiftOrder = (shift: string) => (shift === 'others' ? 0 : Number(shift))
