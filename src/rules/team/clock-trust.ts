import { hour, minute } from '#kit/time.ts'

/** The wall clock and a monotonic clock at the same moment. */
export interface ClockReading {
  readonly wall: number
  readonly monotonic: number
}

/**
 * Deletion must not follow a clock that was wrong for a moment, so it ignores jumps until the wall clock has run
 * steadily for a while.
 */
export interface ClockTrust {
  /** The trusted difference of the wall clock to the monotonic clock. */
  readonly believed: number
  /** The difference at the last jump, and the monotonic time of that jump. */
  readonly seen: number
  readonly since: number
}

/** Longer than a night. Shorter jumps are trusted after their own length. */
export const steadyMs = 12 * hour
/** Clocks are adjusted by this much all the time. Nodes may differ by more. */
const tolerance = minute
export const clockSkew = 10 * minute

/**
 * At the start only stored times are known. A wrong clock may have written the latest ones, so `written` is the newest
 * time that is older than some hours; `undefined` without one.
 */
export function beginTrust({ wall, monotonic }: ClockReading, written: number | undefined): ClockTrust {
  return { believed: (written ?? wall) - monotonic, seen: wall - monotonic, since: monotonic }
}

export function updateTrust(trust: ClockTrust, { wall, monotonic }: ClockReading): ClockTrust {
  const ahead = wall - monotonic
  const jumped = Math.abs(ahead - trust.seen) > tolerance
  const { seen, since } = jumped ? { seen: ahead, since: monotonic } : trust
  const believed = monotonic - since >= steadyTimeNeeded({ ...trust, seen }) ? ahead : trust.believed
  return { believed, seen, since }
}

/** The difference of the wall clock to the trusted time. */
export const clockJump = ({ seen, believed }: ClockTrust): number => seen - believed

export const steadyTimeNeeded = (trust: ClockTrust): number => Math.min(Math.abs(clockJump(trust)), steadyMs)

/** The time for deletion, never later than the wall clock. */
export function believedTime({ believed }: ClockTrust, { wall, monotonic }: ClockReading): number {
  return wall - monotonic > believed + tolerance ? monotonic + believed : wall
}

/** True if the wall clock was steady for so long that only a wrong clock can have written later times. */
export function isSteady({ since }: ClockTrust, { monotonic }: ClockReading): boolean {
  return monotonic - since >= steadyMs
}
