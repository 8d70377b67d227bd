import { hour, minute } from '#kit/time.ts'

/** What two clocks show at the same moment: the one that can be set, and one that only counts on from somewhere. */
export interface ClockReading {
  readonly wall: number
  readonly monotonic: number
}

/**
 * How far the wall clock is believed. Deletion must not follow a clock that was wrong for a moment, so it goes by a time that ignores jumps
 * until the wall clock has run steadily for a while.
 */
export interface ClockTrust {
  /** By how much the wall clock is ahead of the other, as far as it is believed. */
  readonly believed: number
  /** By how much it was ahead when it last jumped, and when that was by the other. */
  readonly seen: number
  readonly since: number
}

/** Longer than a night. Shorter jumps are believed sooner: after as long as they are. */
export const steadyMs = 12 * hour
/** What a clock is set right by all the time. Nodes may differ by more. */
const tolerance = minute
export const clockSkew = 10 * minute

/**
 * At the start nothing is known but what others have written. What was written in the last hours may have been written by the same wrong
 * clock, so `written` is the newest time that is older than that; nothing where there is none such.
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

/** By how much the wall clock is ahead of the believed time; negative if it is behind. */
export const clockJump = ({ seen, believed }: ClockTrust): number => seen - believed

/** How long the wall clock must run steadily to be believed. */
export const steadyTimeNeeded = (trust: ClockTrust): number => Math.min(Math.abs(clockJump(trust)), steadyMs)

/** The time to delete by: never later than the wall clock. */
export function believedTime({ believed }: ClockTrust, { wall, monotonic }: ClockReading): number {
  return wall - monotonic > believed + tolerance ? monotonic + believed : wall
}

/** Whether it has gone steadily for so long that what was written later than now was written by a clock that was wrong. */
export function isSteady({ since }: ClockTrust, { monotonic }: ClockReading): boolean {
  return monotonic - since >= steadyMs
}
