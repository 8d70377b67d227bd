import type { LeavingWay } from '#contract/hours/hour-fields.ts'
import { minute } from '#kit/time.ts'
import { nextDate } from './hours.ts'

/** The times of a member at a shift. The minutes of the line follow from them. */
export interface Stay {
  readonly shift_from: number | null
  readonly shift_until: number | null
  readonly came_at: number | null
  /** `null` before signing out. */
  readonly left_at: number | null
  readonly left_how: LeavingWay | ''
}

export interface MemberStay extends Stay {
  readonly memberId: number
  readonly date: string
  readonly shift: string
}

/** `at` is `null` while the member is there. */
export interface StayEnd {
  readonly at: number | null
  readonly how: LeavingWay | ''
}

export const signOutDeadline = ({ shift_until }: Stay, overtimeMinutes: number): number =>
  (shift_until ?? 0) + overtimeMinutes * minute

/** A member who does not sign out in time after a shift has forgotten it; the stay then ends with the shift. */
export function stayEnd(stay: Stay, now: number, overtimeMinutes: number): StayEnd {
  if (stay.left_at !== null || stay.came_at === null) return { at: stay.left_at, how: stay.left_how }
  return now > signOutDeadline(stay, overtimeMinutes)
    ? { at: stay.shift_until, how: 'forgotten' }
    : { at: null, how: '' }
}

/** A stay that ends with the next shift may end in the future. */
export function isStayOver(stay: Stay, now: number, overtimeMinutes: number): boolean {
  if (stay.came_at === null) return true
  const { at, how } = stayEnd(stay, now, overtimeMinutes)
  return at !== null && (how !== 'next' || at <= now)
}

/** Counts from the start of the shift until the end or now, and never backwards, even if the clock was set back. */
export function stayTime(stay: Stay, now: number, overtimeMinutes: number): { from: number; until: number } {
  if (stay.came_at === null) return { from: 0, until: 0 }
  const from = Math.max(stay.came_at, stay.shift_from ?? stay.came_at)
  return { from, until: Math.max(from, stayEnd(stay, now, overtimeMinutes).at ?? now) }
}

export const lastSignedAt = (stays: readonly Stay[]): number =>
  Math.max(
    ...stays.flatMap(({ came_at, left_at, left_how }) => [
      came_at ?? 0,
      // Signing in for the next shift, which has its own line, may end this one in advance.
      left_how === 'next' || left_how === 'forgotten' ? 0 : (left_at ?? 0),
    ]),
  )

export const lateMinutes = ({ came_at, shift_from }: Stay): number =>
  came_at === null || shift_from === null ? 0 : Math.max(0, Math.floor((came_at - shift_from) / minute))

/**
 * Ends a stay now, or with its shift if signing out was forgotten. It never ends before the arrival, even if the clock
 * was set back.
 */
export function endBySigningOut(stay: Stay, how: LeavingWay, now: number, overtimeMinutes: number): StayEnd {
  const ended = stayEnd(stay, now, overtimeMinutes)
  return ended.how === 'forgotten' ? ended : { at: Math.max(now, stay.came_at ?? now), how }
}

/** Ends a stay when the next shift begins, but not after its own shift. */
export function endByNextShift(stay: Stay, nextFrom: number, now: number, overtimeMinutes: number): StayEnd {
  const ended = stayEnd(stay, now, overtimeMinutes)
  if (ended.how === 'forgotten') return ended
  const begin = Math.max(now, nextFrom)
  return { at: Math.max(Math.min(begin, stay.shift_until ?? begin), stay.came_at ?? 0), how: 'next' }
}

/** The day on which a line counts: its own date, unless that is in a closed period. */
export const periodDate = (date: string, closedUntil: string, today: string): string =>
  date > closedUntil ? date : today > closedUntil ? today : nextDate(closedUntil)
