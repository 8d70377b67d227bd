import { day } from '#kit/time.ts'
import { type DutyFacts, dutyStatus, nextOpening } from './duty.ts'

/** A note that is older when the team opens again is no news. */
const longest = 3 * day

/** True if a member is in the opening that follows a shift, and that opening is not over. */
export function isInNextOpening(facts: DutyFacts, member: string, shiftUntil: number, at: number): boolean {
  const then = dutyStatus(facts, shiftUntil)
  const next = then.inDuty ? then : nextOpening(facts, then.interval)
  if (!next || at >= next.interval.until || next.interval.from - shiftUntil > longest) return false
  // Special duty has no roster.
  return next.people.length === 0 || next.people.includes(member)
}
