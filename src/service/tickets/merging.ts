import { statuses } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { isMergeAllowed } from '#rules/policy.ts'
import {
  canUndoMerge,
  type FillableField,
  fieldsToFill,
  fillableFields,
  type MergeTicket,
  type MergeWorkers,
  ownerAfterMerge,
  stillContains,
  unionOf,
  workersKnowPhone,
  workersToAdd,
} from '#rules/tickets/merging.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import { isUnclaimed } from '#rules/tickets/tickets.ts'
import { comparableContact, type VisibilityContext } from '#rules/visibility.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { Merge, MergeUndo } from '#store/tickets/merges.ts'
import type { Locked, Ticket, TicketUpdate } from '#store/tickets/tickets.ts'
import { mergeBookings } from '../repair-days/allocation.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { hashOf, newToken } from '../shared/secrets.ts'
import {
  aboutTicket,
  accessoriesOf,
  assertNotMerged,
  relationsTo,
  ticketFacts,
  ticketState,
  viewerOf,
} from '../shared/ticket-access.ts'
import { reindexing } from './reindexing.ts'

/** Merging the same tickets again changes nothing. */
export function mergeTickets(ctx: Ctx, actor: MemberActor, id: number, into: number): Promise<void> {
  if (id === into) throw new Refusal('bad_input', { field: 'into', flaw: 'not_fitting' })
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const [source, other] = await lockBoth(tx, id, into)
    assertMayMerge(actor, source, other)
    const current = ctx.settings.current()
    const sides = [await sideOf(tx, actor, source, current), await sideOf(tx, actor, other, current)] as const
    const keeper = ownerAfterMerge(...sides)
    if (keeper === undefined) return unchanged
    const [visitor] = sides.filter(({ person }) => person !== keeper)
    // The owner changes first, so that moved rows get the new owner.
    const owned = visitor && (await changeOwner(tx, visitor, keeper, sides))
    const released = await mergeBookings(tx, id, into, { by: actor, at, zone: current.timeZone })
    const moved = await reindexing(tx, [id, into], async () => ({
      status: source.status,
      finishedAt: source.finished_at,
      endedAt: source.ended_at,
      belongings: await tx.ticketMerges.moveBelongings(id, into),
      rated: visitor === undefined && (await tx.ticketMerges.moveRating(id, into)),
      ...(owned ? { owned } : {}),
      ...(await copyInto(tx, source, other)),
    }))
    const ended = { status: statuses.cancelled, open: 0, ended_at: at, finished_at: null, merged_into: into }
    await tx.tickets.update(source, ended)
    const isAccounts = visitor !== undefined && sides.some(({ account }) => account)
    // An imported ticket becomes a visitor's ticket or an account's, like the other one. A later receipt changes
    // neither.
    const filed =
      (isAccounts || (await tx.intakes.belongsToVisitor(id))) &&
      (await tx.intakes.addForImported(into, actor.memberId, hashOf(newToken()), at))
    const adopting = isAccounts ? await tx.ticketMerges.adopt([id, into], at) : []
    const adopted = await tx.ticketMerges.adoptions([id, into])
    const merge = { ticketId: id, intoId: into, memberId: actor.memberId, personId: visitor?.person ?? null, at }
    await tx.ticketMerges.add({ ...merge, moved: { ...moved, filed, adopting, adopted } })
    const merged = await tx.record({ kind: 'ticket.merged', by: actor, at, ...aboutTicket(other), from: id })
    return { answer: undefined, events: [merged, ...released] }
  })
}

/** Gives each ticket back its own. A ticket that is not merged stays as it is. */
export function unmergeTickets(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const into = (await tx.ticketMerges.find(id))?.intoId
    if (into === undefined) {
      if (!(await tx.tickets.find(id))) throw new Refusal('ticket_not_found', { id })
      return unchanged
    }
    const [source, other] = await lockBoth(tx, id, into)
    // Of two members at once, the second finds them separated.
    const merge = await tx.ticketMerges.find(id)
    if (merge?.intoId !== into) return unchanged
    assertNotMerged(other)
    if (!mayUnmerge(actor, merge, source, other)) throw new Refusal('not_a_worker')
    if (!(await canUnmerge(tx, merge, source, other, at))) throw new Refusal('merge_over')
    await reindexing(tx, [id, into], () => separate(tx, merge, source, other))
    return withEvent(tx, { kind: 'ticket.unmerged', by: actor, at, ...aboutTicket(other), from: id })
  })
}

/** Locks owners before tickets, each in the order of their ids, so that no two changes deadlock. */
async function lockBoth(tx: Tx, id: number, into: number): Promise<readonly [Locked<Ticket>, Locked<Ticket>]> {
  const owners = new Set<number>()
  for (;;) {
    const found = [await tx.tickets.find(id), await tx.tickets.find(into)]
    const further = found.flatMap((ticket) => (ticket && !owners.has(ticket.person_id) ? [ticket.person_id] : []))
    for (const person of [...new Set(further)].toSorted((a, b) => a - b)) {
      await tx.guests.lock(person)
      owners.add(person)
    }
    const held = new Map<number, Locked<Ticket>>()
    for (const one of [id, into].toSorted((a, b) => a - b)) {
      const ticket = await tx.tickets.lockAlone(one)
      if (!ticket) throw new Refusal('ticket_not_found', { id: one })
      held.set(one, ticket)
    }
    const [source, other] = [held.get(id), held.get(into)]
    if (!source || !other) throw new Error('a locked ticket is missing')
    // If a ticket has just changed its owner, the new one is locked too.
    if (owners.has(source.person_id) && owners.has(other.person_id)) return [source, other]
  }
}

/** A merged ticket is judged by its state before the merge. */
function assertMayMerge(actor: MemberActor, source: Ticket, other: Ticket): void {
  const facts = (ticket: Ticket) => ({
    ...ticketFacts(ticket),
    unclaimed: ticket.workers.length === 0 && (ticket.merged_into !== null || isUnclaimed(ticket.status)),
  })
  if (!isMergeAllowed(viewerOf(actor), facts(source), facts(other))) throw new Refusal('merge_needs_worker')
}

/** For the member who merged them, workers of either ticket, and administrators. */
export function mayUnmerge(actor: Actor, { memberId }: Merge, source: Ticket, other: Ticket): boolean {
  const works = (ticket: Ticket) =>
    relationsTo(actor, ticket).some((relation) => relation === 'worker' || relation === 'admin')
  return (actor.memberId !== null && actor.memberId === memberId) || works(source) || works(other)
}

/** Compares only contacts that the actor sees in full. */
async function sideOf(tx: Tx, actor: MemberActor, ticket: Ticket, context: VisibilityContext): Promise<MergeTicket> {
  const mail = (await tx.notify.person(ticket.person_id))?.mail ?? ''
  return {
    id: ticket.id,
    mergedInto: ticket.merged_into,
    open: isTicketOpen(ticketState(ticket)),
    person: ticket.person_id,
    account: await tx.guests.hasLogin(ticket.person_id),
    here: (await tx.custody.holding(ticket.id)) !== undefined,
    ...comparableContact(relationsTo(actor, ticket), { phone: ticket.phone, mail }, context),
  }
}

/**
 * Gives a visitor's ticket and those merged into it to the other owner. An account keeps its own choice of messages.
 */
async function changeOwner(tx: Tx, visitor: MergeTicket, keeper: number, sides: readonly MergeTicket[]) {
  const tickets = [visitor.id, ...(await tx.ticketMerges.mergedInto(visitor.id)).map(({ id }) => id)]
  const contact = sides.some(({ account }) => account) ? undefined : { key: newToken() }
  return tx.ticketMerges.transfer(visitor.person, keeper, tickets, contact)
}

async function copyInto(
  tx: Tx,
  source: Ticket,
  other: Locked<Ticket>,
): Promise<Pick<MergeUndo, 'workers' | 'unclaimed' | 'filled' | 'accessories'>> {
  const [from, into] = [crewOf(source), crewOf(other)]
  const filled = fieldsToFill(source, other, workersKnowPhone(from, into))
  const own = accessoriesOf(other)
  const accessories = unionOf(own, accessoriesOf(source))
  const along = workersToAdd(from, into)
  const isClaimed = along.length > 0
  const claims = [other.claimed_at, source.claimed_at].filter((at) => at !== null)
  const next = await change(tx, other, {
    ...Object.fromEntries(filled.map((name) => [name, source[name]])),
    ...(accessories.length > own.length ? { accessories: JSON.stringify(accessories) } : {}),
    ...(isClaimed ? { status: statuses.accepted, claimed_at: claims.length > 0 ? Math.min(...claims) : null } : {}),
  })
  const workers = (await tx.ticketMerges.workers(source.id)).filter(({ id }) => along.includes(id))
  for (const { id, since } of workers) await tx.tickets.join(next, id, since)
  return {
    workers: workers.map(({ id }) => id),
    filled,
    ...(accessories.length > own.length ? { accessories: own } : {}),
    ...(isClaimed ? { unclaimed: { claimedAt: other.claimed_at } } : {}),
  }
}

const crewOf = ({ status, workers }: Ticket): MergeWorkers => ({
  unclaimed: isUnclaimed(status),
  workers: workers.map(({ id }) => id),
})

/** Hides the texts from non-members, also in a ticket that has them by merging. */
export async function hideTexts(tx: Tx, ticket: Locked<Ticket>): Promise<void> {
  await tx.tickets.update(ticket, { hidden: 1 })
  const merge = await tx.ticketMerges.find(ticket.id)
  const other = merge && (await tx.tickets.lock(merge.intoId))
  if (other && stillContains(merge.moved.filled, ticket, other)) await hideTexts(tx, other)
}

async function change(tx: Tx, ticket: Locked<Ticket>, changed: TicketUpdate): Promise<Locked<Ticket>> {
  return Object.keys(changed).length === 0 ? ticket : tx.tickets.update(ticket, changed)
}

export async function canUnmerge(tx: Tx, { at, moved }: Merge, source: Ticket, other: Ticket, time: number) {
  const adopted = await tx.ticketMerges.adoptions([source.id, other.id])
  const merge = {
    at,
    scrubbed: source.scrubbed === 1 || other.scrubbed === 1,
    collected: other.confirmed_at !== null,
    adopted: JSON.stringify(adopted) !== JSON.stringify(moved.adopted),
  }
  return canUndoMerge(merge, time)
}

async function separate(tx: Tx, { personId, moved }: Merge, source: Locked<Ticket>, other: Locked<Ticket>) {
  await tx.ticketMerges.restoreBelongings(other.id, source.id, moved.belongings)
  if (moved.owned && personId !== null) await tx.ticketMerges.undoTransfer(personId, other.person_id, moved.owned)
  await tx.ticketMerges.unadopt(moved.adopting)
  if (moved.filed) await tx.intakes.removeWithoutReceipt(other.id)
  if (moved.rated) await tx.ticketMerges.moveRating(other.id, source.id)
  await takeBack(tx, moved, source, other)
  const { status, finishedAt, endedAt } = moved
  await tx.tickets.update(source, { status, finished_at: finishedAt, open: 1, ended_at: endedAt, merged_into: null })
  await tx.ticketMerges.remove(source.id)
}

/** Removes what the remaining ticket got by merging, except what has changed since. */
async function takeBack(tx: Tx, moved: MergeUndo, source: Ticket, other: Locked<Ticket>): Promise<void> {
  const left = other.workers.filter(({ id }) => !moved.workers.includes(id))
  const isUnclaimed = moved.unclaimed !== undefined && other.status === statuses.accepted && left.length === 0
  // A worker stays if the ticket would have no other.
  const leavers = left.length > 0 || isUnclaimed || other.status === statuses.submitted ? moved.workers : []
  let next = other
  for (const id of leavers) next = await tx.tickets.drop(next, id)
  const empty = (name: FillableField) => (typeof source[name] === 'number' ? 0 : '')
  const unfilled = fillableFields.filter((name) => moved.filled.includes(name) && other[name] === source[name])
  const { accessories } = moved
  const all = accessories && JSON.stringify(unionOf(accessories, accessoriesOf(source)))
  await change(tx, next, {
    ...Object.fromEntries(unfilled.map((name) => [name, empty(name)])),
    ...(all === other.accessories ? { accessories: JSON.stringify(accessories) } : {}),
    ...(isUnclaimed ? { status: statuses.submitted, claimed_at: moved.unclaimed?.claimedAt ?? null } : {}),
  })
}
