import { Refusal } from '#contract/errors.ts'
import type { TicketAction } from '#contract/tickets/ticket-access.ts'

/** An actor can have several: a member can own a ticket and work on it. */
export const relations = ['owner', 'receipt', 'worker', 'member', 'admin', 'stranger'] as const
export type Relation = (typeof relations)[number]

export interface TicketActor {
  readonly personId: number | null
  readonly memberId: number | null
  readonly admin: boolean
  /** True for the holder of the ticket's receipt, who acts in the owner's place. */
  readonly byReceipt?: boolean
}

export interface TicketPeople {
  readonly owner: number
  readonly workers: readonly number[]
}

export function relationsOf(
  { personId, memberId, admin, byReceipt = false }: TicketActor,
  ties: TicketPeople,
): readonly Relation[] {
  if (byReceipt) return personId === ties.owner ? ['receipt'] : ['stranger']
  const found: Relation[] = []
  if (personId === ties.owner) found.push('owner')
  if (memberId !== null && ties.workers.includes(memberId)) found.push('worker')
  if (memberId !== null) found.push('member')
  if (memberId !== null && admin) found.push('admin')
  return found.length > 0 ? found : ['stranger']
}

export interface TicketAccessFacts extends TicketPeople {
  readonly unclaimed: boolean
  /** True for a ticket of a visitor without an account. */
  readonly visitors?: boolean
  readonly filer?: number | null
  /** True if it was filed today by the team's calendar. */
  readonly filedToday?: boolean
}

/** The condition under which a relation is enough. */
type Grant =
  | 'always'
  | 'unclaimed'
  /** For a visitor's ticket. */
  | 'visitors'
  /** For a visitor's ticket: to the member who filed it, and on the day of the intake to any member. */
  | 'at_counter'

type Grants = Readonly<Partial<Record<Relation, Grant>>>

const team: Grants = { member: 'always' }
const workers: Grants = { worker: 'always', admin: 'always', member: 'unclaimed' }
const all: Grants = { owner: 'always', receipt: 'visitors', member: 'always' }

/**
 * Who may do what with a ticket. Services ask it before each change, and the offered moves follow from it. Limits that
 * follow from the state of a ticket are separate rules.
 */
export const policy: Readonly<Record<TicketAction, Grants>> = {
  see: { owner: 'always', receipt: 'always', member: 'always' },
  browse: team,
  comment: all,
  write_internal: team,
  mark_seen: team,
  cancel: { owner: 'always', receipt: 'visitors', worker: 'always', admin: 'always' },
  contact: { owner: 'always' },
  rate: { owner: 'always', receipt: 'visitors' },
  claim: team,
  move: workers,
  assign: { worker: 'always', admin: 'always' },
  drop: team,
  take_off: { admin: 'always' },
  retrieve: team,
  unretrieve: team,
  receive: team,
  place: team,
  queue: team,
  book: { owner: 'always', receipt: 'visitors' },
  // For each of the two tickets. `isMergeAllowed` asks for more.
  merge: workers,
  unmerge: workers,
  make_receipt: { worker: 'visitors', admin: 'visitors', member: 'at_counter' },
  end_receipt: team,
  notify: { receipt: 'visitors' },
  adopt: { receipt: 'visitors' },
  forward: team,
  moderate: { admin: 'always' },
  manage: { admin: 'always' },
}

function holds(grant: Grant, { memberId }: TicketActor, facts: TicketAccessFacts): boolean {
  switch (grant) {
    case 'always':
      return true
    case 'unclaimed':
      return facts.unclaimed
    case 'visitors':
      return facts.visitors === true
    case 'at_counter':
      return facts.visitors === true && (facts.filedToday === true || (memberId !== null && facts.filer === memberId))
  }
}

export function isAllowed(viewer: TicketActor, action: TicketAction, facts: TicketAccessFacts): boolean {
  const grants = policy[action]
  return relationsOf(viewer, facts).some((relation) => {
    const grant = grants[relation]
    return grant !== undefined && holds(grant, viewer, facts)
  })
}

/** Refuses with the reason. For an actor who may not see the ticket, it does not exist. */
export function assertAllowed(viewer: TicketActor, action: TicketAction, id: number, facts: TicketAccessFacts): void {
  if (isAllowed(viewer, action, facts)) return
  if (!isAllowed(viewer, 'see', facts)) throw new Refusal('ticket_not_found', { id })
  throw refusalOf(viewer, action, facts)
}

function refusalOf(viewer: TicketActor, action: TicketAction, facts: TicketAccessFacts): Refusal {
  const grants = policy[action]
  const needsVisitor = Object.values(grants).some((grant) => grant === 'visitors') && facts.visitors !== true
  if (needsVisitor && grants.owner === undefined) return new Refusal('not_a_visitor')
  if (viewer.byReceipt) return new Refusal('not_a_visitor')
  if (action === 'make_receipt') return new Refusal('not_at_counter')
  if (grants.worker !== undefined) return new Refusal('not_a_worker')
  if (grants.member !== undefined) return new Refusal('wrong_role', { needed: 'member' })
  if (grants.admin !== undefined) return new Refusal('wrong_role', { needed: 'admin' })
  return new Refusal('not_the_owner')
}

/**
 * True for an administrator, a worker of both tickets, or a worker of one while the other is unclaimed. A member must
 * not become a worker by merging.
 */
export function isMergeAllowed(viewer: TicketActor, one: TicketAccessFacts, other: TicketAccessFacts): boolean {
  const worksOn = (facts: TicketAccessFacts) =>
    relationsOf(viewer, facts).some((is) => is === 'worker' || is === 'admin')
  return isAllowed(viewer, 'merge', one) && isAllowed(viewer, 'merge', other) && (worksOn(one) || worksOn(other))
}

/** `by` are the members who made the receipt or merged its ticket: they must not act in the visitor's name. */
export const isReceiptUsable = (by: readonly (number | null)[], memberId: number | null): boolean =>
  memberId === null || !by.includes(memberId)
