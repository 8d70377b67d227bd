import type { TextPerLanguage } from '#contract/languages.ts'
import { endOfDay, localDate } from '#kit/time.ts'
import { stayEnd as endOfStay, lastSignedAt, type MemberStay, signOutDeadline } from '../hours/signing.ts'
import { type Leave, presentMembers, type RosterSlot } from './rosters.ts'
import { type RosteredShift, ShiftCalendar, type TimetableSettings } from './shift-calendar.ts'

/** An entry of an administrator: `off`, `0`, `others` or a shift number. */
export interface DutyEntry {
  readonly id: number
  readonly at: number
  readonly duty: string
  /** `null` if the roster gives the count. */
  readonly count: number | null
  readonly place: string
  readonly reason: string
  readonly recover: string
  /**
   * Instants, so that another zone changes only how they are shown. For `others`: the given time. For a shift number:
   * its hours if it was running when written, otherwise only the end of that day.
   */
  readonly from: number | null
  readonly until: number | null
  /** For `others`: the time as written, which has more digits than an instant. */
  readonly time: string
  /** The repair day that it follows from. It changes only with that day. */
  readonly repairDay?: { readonly id: number; readonly title: TextPerLanguage; readonly helpers: readonly string[] }
}

export type NewDutyEntry = Omit<DutyEntry, 'id' | 'at'>

/** A head count that a member corrected, and the last entry before it. */
export interface Correction {
  readonly at: number
  readonly count: number
  readonly after: number
}

/** Everything but the clock that decides about duty. Ended entries may be missing. */
export interface DutyFacts {
  readonly term: TimetableSettings
  readonly slots: readonly RosterSlot[]
  readonly written: readonly DutyEntry[]
  readonly correction: Correction | undefined
  readonly leaves: readonly Leave[]
  /** The names of removed members that no active member has. */
  readonly removed: ReadonlySet<string>
  /** If members sign in for shifts: the recent stays, in order. */
  readonly signing?: { readonly stays: readonly MemberStay[]; readonly overtimeMinutes: number }
}

/** An interval with one situation. `until` is infinite if only a person can end it. */
export interface DutyInterval {
  readonly source: { readonly written: DutyEntry } | { readonly shift: RosteredShift } | undefined
  readonly from: number
  readonly until: number
}

export interface DutyStatus {
  readonly interval: DutyInterval
  /** A shift number, `others`, `0` or `off`. */
  readonly duty: string
  readonly inDuty: boolean
  readonly count: number
  /** The people who are there by the roster. */
  readonly people: readonly string[]
}

export const isDutyOpen = (duty: string): boolean => duty !== 'off' && duty !== '0'

/** An interval in which one entry is in force, or none. */
interface Span {
  readonly written: DutyEntry | undefined
  readonly from: number
  readonly until: number
}

interface DutyIndex {
  readonly days: ShiftCalendar
  readonly leaves: ReadonlyMap<string, Leave[]>
  /** The latest end of each entry. */
  readonly ends: ReadonlyMap<DutyEntry, number>
  /** The entry in force at any time. */
  readonly spans: readonly Span[]
  readonly people: WeakMap<RosteredShift, string[]>
}

// Duty facts never change, so what follows from them is computed once.
const known = new WeakMap<DutyFacts, DutyIndex>()
function dutyIndex(facts: DutyFacts): DutyIndex {
  let found = known.get(facts)
  if (!found) {
    const days = new ShiftCalendar(facts.term, facts.slots)
    const ends = new Map(facts.written.map((one) => [one, endOf(facts, days, one)]))
    found = {
      days,
      leaves: Map.groupBy(facts.leaves, ({ date, shift }) => `${date} ${shift}`),
      ends,
      spans: spansOf(ends),
      people: new WeakMap(),
    }
    known.set(facts, found)
  }
  return found
}

export function shiftCalendar(facts: DutyFacts): ShiftCalendar {
  return dutyIndex(facts).days
}

/** An entry overrules the roster. */
export function dutyStatus(facts: DutyFacts, at: number): DutyStatus {
  const interval = intervalAt(facts, at)
  const { source } = interval
  const closed = { interval, duty: '0', inDuty: false, count: 0, people: [] }
  if (!source) return closed
  if ('shift' in source) {
    const people = peopleIn(facts, source.shift)
    const duty = String(source.shift.shift)
    const signed = signedIn(facts, interval, duty, at)
    // A shift whose members are all on leave is open only while a member is signed in.
    if (people.length === 0 && !signed) return closed
    const count = correctedCount(facts, interval) ?? signed ?? people.length
    return { interval, duty, inDuty: true, count, people }
  }
  const { written } = source
  const { duty } = written
  if (!isDutyOpen(duty)) return { ...closed, duty }
  // The roster of the day on which the entry was written, so that the answer stays the same while the entry holds.
  const date = localDate(interval.from, facts.term.timeZone)
  const people = duty === 'others' ? (written.repairDay?.helpers ?? []) : peopleOn(facts, date, Number(duty))
  const count = correctedCount(facts, interval) ?? headCountOf(facts, interval, written, at) ?? people.length
  return { interval, duty, inDuty: true, count, people }
}

export function signedInAt({ signing }: DutyFacts, at: number): number[] {
  if (!signing) return []
  const there = signing.stays.filter((stay) => endOfStay(stay, at, signing.overtimeMinutes).at === null)
  return there.map(({ memberId }) => memberId)
}

/** The next time at which a signed-in member counts as having forgotten to sign out. */
export function nextForgottenSignOut({ signing }: DutyFacts, at: number): number {
  if (!signing) return Number.POSITIVE_INFINITY
  const moments = signing.stays.map((stay) => signOutDeadline(stay, signing.overtimeMinutes) + 1)
  return Math.min(...moments.filter((moment) => moment > at), Number.POSITIVE_INFINITY)
}

/** `undefined` before the first member signs in for this interval. */
function signedIn(facts: DutyFacts, { from, until }: DutyInterval, duty: string, at: number): number | undefined {
  const forThis = facts.signing?.stays.some(
    (stay) => stay.shift === duty && (stay.shift_from ?? 0) < until && (stay.shift_until ?? 0) > from,
  )
  return forThis ? signedInAt(facts, at).length : undefined
}

/** The number of signed-in members overrules the count of an entry, unless the entry is newer. */
function headCountOf(facts: DutyFacts, interval: DutyInterval, written: DutyEntry, at: number): number | null {
  const signed = signedIn(facts, interval, written.duty, at)
  if (signed === undefined) return written.count
  return written.count !== null && written.at > lastSignedAt(facts.signing?.stays ?? []) ? written.count : signed
}

/** True if an administrator called duty off at this instant. Special duty is not considered. */
export function isCalledOff(facts: DutyFacts, at: number): boolean {
  const [last] =
    [...dutyIndex(facts).ends].findLast(
      ([one, end]) => one.duty !== 'others' && effectiveFrom(one) <= at && at < end,
    ) ?? []
  return last !== undefined && !isDutyOpen(last.duty)
}

/** Why a shift does not take place: the calendar closes the day, or all its members are on leave. */
export function absenceReason(
  facts: DutyFacts,
  at: number,
): { closed: TimetableSettings['closedDays'][number] } | 'unstaffed' | undefined {
  const { days } = dutyIndex(facts)
  const closed = days.closedDay(localDate(at, facts.term.timeZone))
  if (closed) return { closed }
  const shift = days.runningAt(at)
  return shift && peopleIn(facts, shift).length === 0 ? 'unstaffed' : undefined
}

// The calendar looks as far ahead for a shift.
const horizon = 800 * 86_400_000

/** The first interval in duty after this one. */
export function nextOpening(facts: DutyFacts, interval: DutyInterval): DutyStatus | undefined {
  // Each step is a planned entry, a gap or a shift. Shifts without members are skipped.
  for (let at = interval.until; at < interval.until + horizon; ) {
    const next = dutyStatus(facts, at)
    if (next.inDuty) return next
    at = next.interval.until
  }
  return undefined
}

/** All intervals in duty from one instant to another. */
export function openings(facts: DutyFacts, from: number, until: number): DutyStatus[] {
  const found: DutyStatus[] = []
  for (let at = from; at < until; ) {
    const one = dutyStatus(facts, at)
    if (one.inDuty) found.push(one)
    at = one.interval.until
  }
  return found
}

/** Where visitors come; empty for the usual place. */
export const placeOf = ({ interval: { source } }: DutyStatus): string =>
  source && 'written' in source ? source.written.place : ''

/**
 * True if one opening continues with the next, as visitors see it: adjacent shifts are one opening. A new day, another place
 * or special duty begin a new one.
 */
function continues(facts: DutyFacts, one: DutyStatus, next: DutyStatus): boolean {
  const at = next.interval.from
  const { timeZone } = facts.term
  return (
    next.inDuty &&
    one.interval.until === at &&
    localDate(at - 1, timeZone) === localDate(at, timeZone) &&
    placeOf(one) === placeOf(next) &&
    (one.duty === 'others') === (next.duty === 'others')
  )
}

/** When the team closes: at the end of the last of all adjacent shifts. */
export function closingTime(facts: DutyFacts, one: DutyStatus): number {
  for (let last = one; ; ) {
    const { until } = last.interval
    if (!Number.isFinite(until)) return until
    const next = dutyStatus(facts, until)
    if (!continues(facts, last, next)) return until
    last = next
  }
}

/** The openings as visitors see them. */
export function visitingHours(facts: DutyFacts, from: number, until: number): DutyStatus[] {
  const found: DutyStatus[] = []
  for (const one of openings(facts, from, until))
    if (one.interval.from >= (found.at(-1)?.interval.until ?? Number.NEGATIVE_INFINITY))
      found.push({ ...one, interval: { ...one.interval, until: closingTime(facts, one) } })
  return found
}

export function leaderIn(facts: DutyFacts, { interval: { source, from }, duty, people }: DutyStatus): string {
  const date = source && 'shift' in source ? source.shift.date : localDate(from, facts.term.timeZone)
  const leader = shiftCalendar(facts).slotOn(date, Number(duty))?.leader ?? ''
  return people.includes(leader) ? leader : ''
}

export function correctionAt(facts: DutyFacts, at: number): number | undefined {
  return correctedCount(facts, intervalAt(facts, at))
}

/** The people on a shift with leaves and substitutes applied. `except` ignores the leave of one member. */
export function peopleOn(facts: DutyFacts, date: string, shift: number, except?: string): string[] {
  const slot = shiftCalendar(facts).slotOn(date, shift)
  if (!slot) return []
  const leaves = leavesOn(facts, date, shift).filter(({ member }) => member !== except)
  return presentMembers(slot.workers, leaves, facts.removed)
}

function peopleIn(facts: DutyFacts, shift: RosteredShift): string[] {
  const { people } = dutyIndex(facts)
  let found = people.get(shift)
  if (!found) {
    found = peopleOn(facts, shift.date, shift.shift)
    people.set(shift, found)
  }
  return found
}

export function leavesOn(facts: DutyFacts, date: string, shift: number): readonly Leave[] {
  return dutyIndex(facts).leaves.get(`${date} ${shift}`) ?? []
}

/** An entry takes effect at once, or at its later start. */
export function effectiveFrom({ at, from }: DutyEntry): number {
  return from === null ? at : Math.max(at, from)
}

/** True if an entry has ended and cannot apply again. */
export function isPast(facts: DutyFacts, written: DutyEntry, at: number): boolean {
  return (dutyIndex(facts).ends.get(written) ?? at) <= at
}

/** True if later entries overrule an entry for all its time. */
export function isOverruled(facts: DutyFacts, written: DutyEntry): boolean {
  return !dutyIndex(facts).spans.some((span) => span.written === written)
}

export function withShiftHours(facts: DutyFacts, input: NewDutyEntry, at: number): NewDutyEntry {
  if (!isDutyOpen(input.duty) || input.duty === 'others') return input
  const hours = shiftCalendar(facts).runningHours(Number(input.duty), at)
  return { ...input, from: hours?.from ?? null, until: hours?.until ?? endOfDay(at, facts.term.timeZone) }
}

/** True if both facts mean the same from `at` on. */
export function isUnchanged(before: DutyFacts, after: DutyFacts, at: number): boolean {
  const from = (facts: DutyFacts) =>
    dutyIndex(facts).spans.flatMap(({ written, from, until }) => {
      const { id: _, at: __, ...content } = written ?? { id: 0, at: 0 }
      return until > at ? [{ ...content, begins: Math.max(from, at), until }] : []
    })
  const same = JSON.stringify(from(before)) === JSON.stringify(from(after))
  return same && dutyStatus(before, at).count === dutyStatus(after, at).count
}

function intervalAt(facts: DutyFacts, at: number): DutyInterval {
  const { days, spans } = dutyIndex(facts)
  const { written, from, until } = spanAt(spans, at)
  if (written) return { source: { written }, from, until }
  const shift = days.runningAt(at)
  const begin = days.nextBegin(at) ?? Number.POSITIVE_INFINITY
  if (shift) return { source: { shift }, from: Math.max(shift.from, from), until: Math.min(shift.until, begin, until) }
  return { source: undefined, from, until: Math.min(begin, until) }
}

function spanAt(spans: readonly Span[], at: number): Span {
  let low = 0
  let high = spans.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((spans[middle]?.from ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return spans[low] ?? { written: undefined, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
}

/** Of several valid entries, the last one is in force. */
function spansOf(ends: ReadonlyMap<DutyEntry, number>): Span[] {
  const edges = new Set([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  for (const [one, end] of ends) if (effectiveFrom(one) < end) edges.add(effectiveFrom(one)).add(end)
  const sorted = [...edges].sort((a, b) => (a < b ? -1 : 1))
  const latestFirst = [...ends].reverse()
  const spans: Span[] = []
  for (const [i, until] of sorted.entries()) {
    const from = sorted[i - 1]
    if (from === undefined) continue
    const written = latestFirst.find(([one, end]) => effectiveFrom(one) <= from && from < end)?.[0]
    const last = spans.at(-1)
    if (last && last.written === written) spans[spans.length - 1] = { ...last, until }
    else spans.push({ written, from, until })
  }
  return spans
}

/** An entry ends by itself, or by a later entry. */
function endOf(facts: DutyFacts, days: ShiftCalendar, one: DutyEntry): number {
  const changed = facts.written.find((other) => other.id > one.id && endsForGood(other, one))?.at
  return Math.min(changed ?? Number.POSITIVE_INFINITY, endByItself(facts, days, one))
}

function endByItself({ term }: DutyFacts, days: ShiftCalendar, { duty, at, from, until }: DutyEntry): number {
  if (duty === 'off') return Number.POSITIVE_INFINITY
  if (duty === 'others') return until ?? at
  const next = () => days.nextBegin(at) ?? Number.POSITIVE_INFINITY
  if (duty === '0') return next()
  const end = until ?? endOfDay(at, term.timeZone)
  return from === null ? Math.min(end, next()) : end
}

/**
 * True if a later entry ends an earlier one for good. Entries without a time end all that have begun. Special duty ends
 * only special duty that it takes over from; other entries hold again afterwards.
 */
function endsForGood(later: DutyEntry, earlier: DutyEntry): boolean {
  if (effectiveFrom(earlier) > later.at) return false
  return later.duty !== 'others' || (earlier.duty === 'others' && effectiveFrom(later) === later.at)
}

/** A correction counts only in the interval in which it was made. */
function correctedCount({ correction }: DutyFacts, { source, from }: DutyInterval): number | undefined {
  if (!correction || !source || correction.at < from) return undefined
  return 'written' in source && source.written.id > correction.after ? undefined : correction.count
}

/**
 * Limits the times of entries: clocks are set back and differ between nodes, but no entry is later than now, or than
 * the entries and corrections after it.
 */
export function inWritingOrder(written: readonly DutyEntry[], now: number, correction?: Correction): DutyEntry[] {
  let latest = now
  return written
    .toSorted((a, b) => b.id - a.id)
    .map((one) => {
      if (correction && one.id <= correction.after) latest = Math.min(latest, correction.at)
      latest = Math.min(latest, one.at)
      return { ...one, at: latest }
    })
    .reverse()
}
