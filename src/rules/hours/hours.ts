import type { HourKind, HourRule, HourState, HourSums } from '#contract/hours/hour-fields.ts'
import { clockSpanAt, day, minute } from '#kit/time.ts'

/** A line of the ledger, as far as it is counted. */
export interface HourEntry {
  readonly id: number
  readonly member: number
  readonly kind: HourKind
  readonly date: string
  /** The day whose period it belongs to. */
  readonly countsOn: string
  readonly state: HourState
  /** From when to when it counts; nothing where it has minutes alone. */
  readonly from: number | null
  readonly until: number | null
  readonly minutes: number | null
  /** Its minutes count as they are. */
  readonly exact: boolean
  readonly corrects: number | null
  /** When it began, or was written: the order in which a day is counted. */
  readonly at: number
  /** The closed period that it belongs to, and what it counted there. */
  readonly period: number | null
  readonly counted: number | null
}

/** What a minute counts depends on the team's clock and on the days on which it is closed. */
export interface HourCalendar {
  readonly zone: string
  isClosed(date: string): boolean
}

/** What lines count: each its minutes, and which of them another one stands in place of. */
export interface HourTally {
  readonly counts: ReadonlyMap<number, number>
  readonly corrected: ReadonlySet<number>
}

/** The whole minutes of an entry; 0 if the clock was set back meanwhile. */
export function entryMinutes({ from, until, minutes }: HourEntry, { ticketMinutes }: HourRule): number {
  if (from !== null && until !== null) return Math.max(0, Math.floor((until - from) / minute))
  // A ticket has neither until its period is closed.
  return minutes ?? ticketMinutes
}

/**
 * What each line counts. Those of one member and day are counted together, because rounding and the most of a day may concern
 * them together; so all of them have to be given. Those that come late are so with what came on the same day: never with lines
 * that another period has, or will have, so that closing one changes no count. What is closed counts what it counted then.
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

/** Of several corrections of one line the latest stands; those that make good a difference stand beside it. */
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

/** Each line counts what the day has with it, less what the day has without it and those after it. */
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

/** Hundredths of minutes as whole minutes, in the steps of the rule; half a step goes up to the nearest. */
function rounded(hundredths: number, { rounding, direction }: HourRule): number {
  const step = rounding || 1
  const steps = hundredths / (step * 100)
  return step * (direction === 'up' ? Math.ceil(steps) : direction === 'down' ? Math.floor(steps) : Math.round(steps))
}

/** What a line counts before it is rounded, in hundredths of minutes. */
function weigher(rule: HourRule, { zone, isClosed }: HourCalendar): (entry: HourEntry) => number {
  const { nightPercent, closedPercent } = rule
  const nights = nightsOf(rule)
  const isPlain = closedPercent === 100 && (nightPercent === 100 || nights.length === 0)
  const percentOn = (date: string) => (isClosed(date) ? closedPercent : 100)
  // Many lines are on few days.
  const percents = new Map<number, number>()
  const percentFrom = (midnight: number) =>
    percents.getOrInsertComputed(midnight, () => percentOn(new Date(midnight).toISOString().slice(0, 10)))

  /** A minute is what it is when it begins: at night, on a closed day, or neither. */
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

/** How many of the minutes from an instant on begin between two others. */
const begun = (from: number, since: number, until: number): number =>
  Math.max(0, Math.ceil((until - from) / minute) - Math.ceil((since - from) / minute))

/** The parts of a day that are night, in milliseconds since midnight. */
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

/** Whether a decision on it is missing. Tickets that count nothing and lines that were corrected need none. */
export function awaitsDecision({ id, kind, state }: HourEntry, { corrected }: HourTally, { ticketMinutes }: HourRule) {
  return state === 'proposed' && !corrected.has(id) && !(kind === 'ticket' && ticketMinutes === 0)
}

/** True for a ticket that lists leave out: it was never decided on, because tickets count nothing. */
export function isUnseen({ id, kind, state, period }: HourEntry, { corrected }: HourTally, rule: HourRule): boolean {
  return (
    kind === 'ticket' && state === 'proposed' && !corrected.has(id) && (period !== null || rule.ticketMinutes === 0)
  )
}

export const noHours: HourSums = { shift: 0, work: 0, ticket: 0, correction: 0, total: 0 }

/** Sums by where they come from. */
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

/** What the checksum of a period is made over: its rule and its lines, without names and texts, so that it outlasts an erasure. */
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
