import { type Status, statuses } from '#contract/codes.ts'
import type { ReturnReason } from '#contract/phrases.ts'
import { day } from '#kit/time.ts'

/** A claim runs out in these alone: what waits for its owner or for a part waits as long as it must. */
export const leasedStatuses: readonly Status[] = [statuses.accepted, statuses.diagnosing, statuses.repairing]

/** Administrators are told so long after those who work on it, and so long after that it is open to all again. */
const teamAfterMs = 3 * day
const returnAfterMs = 4 * day
/** Who has asked leave from a shift of the next days cannot come soon. */
export const leaveAheadDays = 6

/** A claimed ticket, as far as its claim can run out. */
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

/** What is to be done about a claim: tell somebody, or open the ticket to all again for this reason. */
export type LeaseStep = { readonly tell: 'idle' | 'idle_team' } | { readonly give: ReturnReason }

/**
 * Each step comes some days after the one before, whenever that was: a service that stood still for weeks gives nothing back before it has told
 * anybody.
 */
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
