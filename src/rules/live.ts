import { operations, targets } from '#contract/codes.ts'
import type { News } from '#contract/live.ts'

/** An entry of the operation log, as far as it decides who is told of it. */
export interface Change {
  readonly operation: number
  readonly target: number
  readonly personId: number | null
  readonly beforeId: number
  readonly afterId: number
  /** Of a ticket: whose it is. */
  readonly ownerId: number | null
  /** An internal note, which members alone see. */
  readonly internal: boolean
}

export interface Hearer {
  readonly personId: number
  readonly memberId: number | null
  readonly role: 'user' | 'member' | 'admin'
}

/** What somebody hears of a change; a guest is nobody. */
export function newsOf(change: Change, hearer: Hearer | undefined): News[] {
  const kinds: News['kind'][] = isAbout(change, hearer) ? ['me'] : []
  switch (change.target) {
    case targets.ticket: {
      const own = hearer?.personId === change.ownerId && !change.internal
      if (own || isMember(hearer)) return [{ kind: 'ticket', id: change.afterId }]
      if (isPublic(change)) kinds.push('queue')
      break
    }
    // Whether the team is there follows from both.
    case targets.duty:
    case targets.roster:
      kinds.push('duty')
      break
    case targets.settings:
      kinds.push('settings')
      break
    case targets.member:
      if (isMember(hearer)) kinds.push('member')
      // Who has left, or come back, counts otherwise on the shifts.
      if (change.operation === operations.update || change.operation === operations.delete) kinds.push('duty')
      break
    case targets.user:
      if (hearer?.role === 'admin') kinds.push('user')
      // With a person who erases themselves goes the member.
      if (change.operation === operations.delete) kinds.push('duty')
      break
    case targets.feedback:
      if (hearer?.role === 'admin') kinds.push('feedback')
  }
  return kinds.map((kind) => ({ kind }))
}

/** Of how forwarding goes hears whoever sees it on a ticket. */
export const hearsOfForwarding = (hearer: Hearer | undefined) => isMember(hearer)

const isMember = (hearer: Hearer | undefined) => hearer !== undefined && hearer.role !== 'user'

/** Whether it changes anything that everybody can see. */
function isPublic({ operation }: Change): boolean {
  return operation !== operations.comment && operation !== operations.forward
}

/** Whether it may have changed who somebody is, or whether they still are. */
export function isAbout({ target, personId, beforeId, afterId }: Change, hearer: Hearer | undefined): boolean {
  if (!hearer || (target !== targets.member && target !== targets.user)) return false
  const ids: readonly number[] = [beforeId, afterId]
  const own = target === targets.member ? hearer.memberId : hearer.personId
  return personId === hearer.personId || (own !== null && ids.includes(own))
}
