import type { HourKind, HourRule, HourState, HourSums } from '#contract/hours/hour-fields.ts'
import { clockSpanAt, day, minute } from '#kit/time.ts'

export interface HourEntry {
  readonly id: number
  readonly member: number
  readonly kind: HourKind
  readonly date: string
  /** The day whose period it belongs to. */
  readonly countsOn: string
  readonly state: HourState
  /** `null` for a line with minutes alone. */
  readonly from: number | null
  readonly until: number | null
  readonly minutes: number | null
  /** True if its minutes are not rounded. */
  readonly exact: boolean
  readonly corrects: number | null
  /** Its start, or when it was written. A day is counted in this order. */
  readonly at: number
  /** Its closed period, and the minutes counted there. */
  readonly period: number | null
  readonly counted: number | null
}

export interface HourCalendar {
  readonly zone: string
  isClosed(date: string): boolean
}

/** The counted minutes by line, and the lines that a correction replaces. */
export interface HourTally {
  readonly counts: ReadonlyMap<number, number>
  readonly corrected: ReadonlySet<number>
}

export function entryMinutes({ from, until, minutes }: HourEntry, { ticketMinutes }: HourRule): number {
  if (from !== null && until !== null) return Math.max(0, Math.floor((until - from) / minute))
  // A ticket line has no minutes until its period is closed.
  return minutes ?? ticketMinutes
}

/**
 * Counts the minutes of each line. All lines of a member's day must be given, because rounding and the daily limit
 * apply to them together. Lines with another `countsOn` are counted apart, so that closing a period changes no count.
 * Closed lines keep their count.
 */
export function tallyHours(entries: readonly HourEntry[], rule: HourRule, calendar: HourCalendar): HourTally {
  const corrected = correctedIn(entries)
  const counts = new Map<number, number>()
  const days = new Map<string, HourEntry[]>()
  for (const entry of entries) {
    const isOut = entry.state === 'refused' || corrected.has(entry.id)
    if (entry.counted !== null) counts.set(entry.id, entry.counted)
    else if (isOut || entry.exact) counts.set(entry.id, isOut ? 0 : (entry.minutes ?? 0))
    else days.getOrInsertComputed(`${entry.member} ${entry.date} ${entry.countsOn}`, () => []).push(entry)
  }
  const weigh = weigher(rule, calendar)
  for (const all of days.values()) countDay(all, rule, weigh, counts)
  return { counts, corrected }
}

/** The latest correction of a line replaces it. Corrections by a difference are added to it. */
function correctedIn(entries: readonly HourEntry[]): Set<number> {
  const latest = new Map<number, number>()
  const corrected = new Set<number>()
  for (const { id, corrects, exact } of entries) {
    if (corrects === null || exact) continue
    const other = latest.get(corrects) ?? corrects
    corrected.add(Math.min(other, id))
    latest.set(corrects, Math.max(other, id))
  }
  return corrected
}

/** A line counts the difference that it makes to the day so far. */
function countDay(
  entries: HourEntry[],
  rule: HourRule,
  weigh: (entry: HourEntry) => number,
  counts: Map<number, number>,
): void {
  const most = rule.mostPerDay === 0 ? Number.POSITIVE_INFINITY : rule.mostPerDay
  let [sum, before] = [0, 0]
  for (const entry of entries.sort(inOrder)) {
    const weighed = weigh(entry)
    sum += rule.per === 'day' ? weighed : rounded(weighed, rule)
    const after = Math.min(most, rule.per === 'day' ? rounded(sum, rule) : sum)
    counts.set(entry.id, after - before)
    before = after
  }
}

const inOrder = (a: HourEntry, b: HourEntry) => a.at - b.at || a.id - b.id

/** Rounds hundredths of minutes to the steps of the rule. */
function rounded(hundredths: number, { rounding, direction }: HourRule): number {
  const step = rounding || 1
  const steps = hundredths / (step * 100)
  return step * (direction === 'up' ? Math.ceil(steps) : direction === 'down' ? Math.floor(steps) : Math.round(steps))
}

/** The weighted minutes of a line before rounding, in hundredths. */
function weigher(rule: HourRule, { zone, isClosed }: HourCalendar): (entry: HourEntry) => number {
  const { nightPercent, closedPercent } = rule
  const nights = nightsOf(rule)
  const isPlain = closedPercent === 100 && (nightPercent === 100 || nights.length === 0)
  const percentOn = (date: string) => (isClosed(date) ? closedPercent : 100)
  // A cache: many lines share few days.
  const percents = new Map<number, number>()
  const percentFrom = (midnight: number) =>
    percents.getOrInsertComputed(midnight, () => percentOn(new Date(midnight).toISOString().slice(0, 10)))

  /** The start of each minute decides whether it is at night or on a closed day. */
  function timed(from: number, minutes: number): number {
    const end = from + minutes * minute
    let sum = 0
    for (let at = from; at < end; ) {
      const { until, offset } = clockSpanAt(at, zone)
      const midnight = Math.floor((at + offset) / day) * day - offset
      const last = Math.min(end, until, midnight + day)
      const percent = percentFrom(midnight + offset)
      sum += begun(from, at, last) * percent
      for (const [begin, over] of nights) {
        const atNight = begun(from, Math.max(at, midnight + begin), Math.min(last, midnight + over))
        sum += atNight * Math.max(0, nightPercent - percent)
      }
      at = last
    }
    return sum
  }

  return (entry) => {
    const minutes = entryMinutes(entry, rule)
    if (isPlain) return minutes * 100
    if (entry.from !== null) return timed(entry.from, minutes)
    if (entry.kind === 'ticket') return minutes * timed(entry.at, 1)
    return minutes * percentOn(entry.date)
  }
}

/** How many minutes counted from an instant begin between two others. */
const begun = (from: number, since: number, until: number): number =>
  Math.max(0, Math.ceil((until - from) / minute) - Math.ceil((since - from) / minute))

/** The night hours of a day, in milliseconds since midnight. */
function nightsOf({ nightFrom, nightUntil }: HourRule): (readonly [begin: number, over: number])[] {
  const [from, until] = [sinceMidnight(nightFrom), sinceMidnight(nightUntil)]
  if (from === until) return []
  return from < until
    ? [[from, until]]
    : [
        [0, until],
        [from, day],
      ]
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * minute
}

/** Tickets that count nothing and corrected lines need no decision. */
export function awaitsDecision({ id, kind, state }: HourEntry, { corrected }: HourTally, { ticketMinutes }: HourRule) {
  return state === 'proposed' && !corrected.has(id) && !(kind === 'ticket' && ticketMinutes === 0)
}

/** True for undecided ticket lines while tickets count nothing. Lists leave them out. */
export function isLeftOutOfLists(
  { id, kind, state, period }: HourEntry,
  { corrected }: HourTally,
  rule: HourRule,
): boolean {
  return (
    kind === 'ticket' && state === 'proposed' && !corrected.has(id) && (period !== null || rule.ticketMinutes === 0)
  )
}

export const noHours: HourSums = { shift: 0, work: 0, ticket: 0, correction: 0, total: 0 }

export function sumsOf(parts: Iterable<{ readonly kind: HourKind; readonly minutes: number }>): HourSums {
  const sums = { ...noHours }
  for (const { kind, minutes } of parts) {
    sums[kind] += minutes
    sums.total += minutes
  }
  return sums
}

export const nextDate = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

export const previousDate = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

/**
 * The text for the checksum of a period: its rule and lines without names and texts, so that an erasure does not change
 * it.
 */
export function periodText(
  rule: string,
  lines: Iterable<{
    readonly id: number
    readonly member: number
    readonly kind: HourKind
    readonly date: string
    readonly state: HourState
    readonly counted: number
    readonly corrects: number | null
  }>,
): string {
  const texts = Iterator.from(lines).map(
    ({ id, member, kind, date, state, counted, corrects }) =>
      `${id} ${member} ${kind} ${date} ${state} ${counted} ${corrects ?? 0}\n`,
  )
  return `${rule}\n${texts.toArray().join('')}`
}
