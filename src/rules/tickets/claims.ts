import { type Status, statuses } from '#contract/codes.ts'
import type { ReturnReason } from '#contract/phrases.ts'
import { day } from '#kit/time.ts'

/** Claims expire in these statuses only. A ticket that waits for its owner or a part may wait. */
export const leasedStatuses: readonly Status[] = [statuses.accepted, statuses.diagnosing, statuses.repairing]

/** The time from the reminder of the workers to that of the administrators, and from that to the end of the claim. */
const teamAfterMs = 3 * day
const returnAfterMs = 4 * day
/** Who has asked leave from a shift of the next days cannot come soon. */
export const leaveAheadDays = 6

/** The facts that decide whether a claim expires. */
export interface ClaimState {
  /** When something last happened to it. */
  readonly since: number
  /** Those who work on it and are still members, and how many of them are on leave. */
  readonly active: number
  readonly away: number
  /** When those who work on it were told of that, and when administrators were. */
  readonly toldAt: number | undefined
  readonly teamAt: number | undefined
}

/** The next step for a claim: send a reminder, or open the ticket to all members for this reason. */
export type LeaseStep = { readonly tell: 'idle' | 'idle_team' } | { readonly give: ReturnReason }

/** Each step follows the one before after some days. A service that was stopped for weeks sends the reminders first, too. */
export function leaseStep(claim: ClaimState, claimDays: number, at: number): LeaseStep | undefined {
  const { since, active, away, toldAt, teamAt } = claim
  if (claimDays === 0) return undefined
  if (active === 0) return { give: 'removed' }
  if (at - since < claimDays * day) return undefined
  if (away === active) return { give: 'leave' }
  if (toldAt === undefined) return { tell: 'idle' }
  if (teamAt === undefined) return at - toldAt >= teamAfterMs ? { tell: 'idle_team' } : undefined
  return at - teamAt >= returnAfterMs ? { give: 'idle' } : undefined
}

export const daysIdle = (since: number, at: number) => Math.max(0, Math.floor((at - since) / day))
