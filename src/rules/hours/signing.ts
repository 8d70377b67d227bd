import type { LeavingWay } from '#contract/hours/hour-fields.ts'
import { minute } from '#kit/time.ts'
import { nextDate } from './hours.ts'

/** When a member came to a shift and left it. The minutes of the line follow from it. */
export interface Stay {
  readonly shift_from: number | null
  readonly shift_until: number | null
  readonly came_at: number | null
  /** Nothing while they have not signed out. */
  readonly left_at: number | null
  readonly left_how: LeavingWay | ''
}

/** The stay of a member. */
export interface MemberStay extends Stay {
  readonly memberId: number
  readonly date: string
  readonly shift: string
}

/** How a stay ended; `at` is nothing while they are there. */
export interface StayEnd {
  readonly at: number | null
  readonly how: LeavingWay | ''
}

/** The last instant at which signing out still counts to the minute. */
export const signOutDeadline = ({ shift_until }: Stay, overtimeMinutes: number): number =>
  (shift_until ?? 0) + overtimeMinutes * minute

/** When and how a stay ended. Who has not signed out some time after the shift has forgotten it: then it ended with the shift. */
export function stayEnd(stay: Stay, now: number, overtimeMinutes: number): StayEnd {
  if (stay.left_at !== null || stay.came_at === null) return { at: stay.left_at, how: stay.left_how }
  return now > signOutDeadline(stay, overtimeMinutes)
    ? { at: stay.shift_until, how: 'forgotten' }
    : { at: null, how: '' }
}

/** True if the stay has ended. A stay that ends with the next shift may end in the future. */
export function isStayOver(stay: Stay, now: number, overtimeMinutes: number): boolean {
  if (stay.came_at === null) return true
  const { at, how } = stayEnd(stay, now, overtimeMinutes)
  return at !== null && (how !== 'next' || at <= now)
}

/** The time that a stay counts: from the begin of the shift, and never backwards, whatever was done to the clock. Up to now while they are there. */
export function stayTime(stay: Stay, now: number, overtimeMinutes: number): { from: number; until: number } {
  if (stay.came_at === null) return { from: 0, until: 0 }
  const from = Math.max(stay.came_at, stay.shift_from ?? stay.came_at)
  return { from, until: Math.max(from, stayEnd(stay, now, overtimeMinutes).at ?? now) }
}

/** The latest instant of signing in or out. */
export const lastSignedAt = (stays: readonly Stay[]): number =>
  Math.max(
    ...stays.flatMap(({ came_at, left_at, left_how }) => [
      came_at ?? 0,
      // Signing in for the next shift may end this one ahead of time; that has its own line.
      left_how === 'next' || left_how === 'forgotten' ? 0 : (left_at ?? 0),
    ]),
  )

/** How many whole minutes after the begin of the shift the member came. */
export const lateMinutes = ({ came_at, shift_from }: Stay): number =>
  came_at === null || shift_from === null ? 0 : Math.max(0, Math.floor((came_at - shift_from) / minute))

/** The end of a stay by signing out now, or the end of the shift if signing out was forgotten. It is never before the arrival, even if the clock was set back. */
export function endBySigningOut(stay: Stay, how: LeavingWay, now: number, overtimeMinutes: number): StayEnd {
  const ended = stayEnd(stay, now, overtimeMinutes)
  return ended.how === 'forgotten' ? ended : { at: Math.max(now, stay.came_at ?? now), how }
}

/** The same by signing in for another shift: when that begins, and not after the end of this one. */
export function endByNextShift(stay: Stay, nextFrom: number, now: number, overtimeMinutes: number): StayEnd {
  const ended = stayEnd(stay, now, overtimeMinutes)
  if (ended.how === 'forgotten') return ended
  const begin = Math.max(now, nextFrom)
  return { at: Math.max(Math.min(begin, stay.shift_until ?? begin), stay.came_at ?? 0), how: 'next' }
}

/** The day whose period something belongs to that was on a date: that one, unless it is closed already. */
export const periodDate = (date: string, closedUntil: string, today: string): string =>
  date > closedUntil ? date : today > closedUntil ? today : nextDate(closedUntil)
