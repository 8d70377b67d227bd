import { type Status, statuses } from '#contract/codes.ts'
import type { ReturnReason } from '#contract/phrases.ts'
import { day } from '#kit/time.ts'

/** Claims expire in these statuses only. A ticket that waits for its owner or a part may wait. */
export const expiringStatuses: readonly Status[] = [statuses.accepted, statuses.diagnosing, statuses.repairing]

/** From the reminder of the workers to that of the administrators, and from there to the end of the claim. */
const teamAfterMs = 3 * day
const returnAfterMs = 4 * day
/** A worker on leave within these days cannot come soon. */
export const leaveAheadDays = 6

export interface ClaimState {
  /** The last activity on the ticket. */
  readonly since: number
  /** How many of its workers are still members, and how many of these are on leave. */
  readonly active: number
  readonly away: number
  /** When its workers were reminded of this, and when administrators were. */
  readonly toldAt: number | undefined
  readonly teamAt: number | undefined
}

/** Sends a reminder, or opens the ticket to all members for this reason. */
export type IdleClaimStep =
  | { readonly kind: 'remind'; readonly reminder: 'idle' | 'idle_team' }
  | { readonly kind: 'unclaim'; readonly reason: ReturnReason }

/** Each step follows some days after the one before, even if the service was stopped for weeks. */
export function idleClaimStep(claim: ClaimState, claimDays: number, at: number): IdleClaimStep | undefined {
  const { since, active, away, toldAt, teamAt } = claim
  if (claimDays === 0) return undefined
  if (active === 0) return { kind: 'unclaim', reason: 'removed' }
  if (at - since < claimDays * day) return undefined
  if (away === active) return { kind: 'unclaim', reason: 'leave' }
  if (toldAt === undefined) return { kind: 'remind', reminder: 'idle' }
  if (teamAt === undefined) return at - toldAt >= teamAfterMs ? { kind: 'remind', reminder: 'idle_team' } : undefined
  return at - teamAt >= returnAfterMs ? { kind: 'unclaim', reason: 'idle' } : undefined
}

export const daysIdle = (since: number, at: number) => Math.max(0, Math.floor((at - since) / day))
