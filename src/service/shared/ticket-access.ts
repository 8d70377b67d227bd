import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { TicketAction } from '#contract/tickets/ticket-access.ts'
import { localDate } from '#kit/time.ts'
import * as policy from '#rules/policy.ts'
import { relationsOf, type TicketAccessFacts, type TicketActor } from '#rules/policy.ts'
import type { OutcomeValues } from '#rules/tickets/outcomes.ts'
import { type HandBackState, isUnclaimed, type TicketState } from '#rules/tickets/tickets.ts'
import type { IntakeRecord } from '#store/counter/intakes.ts'
import type { Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import type { Actor } from './actor.ts'

export const ticketState = (ticket: Ticket): TicketState => ({
  status: ticket.status,
  confirmed: ticket.confirmed_at !== null,
  workers: ticket.workers.map(({ id }) => id),
})

export const handBackOf = ({ confirmed_at, scrubbed }: Ticket): HandBackState => ({
  confirmedAt: confirmed_at,
  scrubbed: scrubbed === 1,
})

export const outcomeOf = ({ outcome, barrier, category, brand, year, remedy }: OutcomeValues): OutcomeValues => ({
  outcome,
  barrier,
  category,
  brand,
  year,
  remedy,
})

export const accessoriesOf = ({ accessories }: { readonly accessories: string }) => JSON.parse(accessories) as number[] // the column holds only lists of codes

export const aboutTicket = ({ id, forwarded_at }: { readonly id: number; readonly forwarded_at: number | null }) => ({
  ticket: id,
  forwarded: forwarded_at !== null,
})

/** The state of a ticket before and after a change, with its workers if they changed. */
export function ticketChange(before: Ticket, after: Ticket, withWorkers = false) {
  const state = ({ status, confirmed_at, workers }: Ticket) => ({
    status,
    confirmed: confirmed_at !== null,
    ...(withWorkers ? { workers: workers.map(({ name }) => name) } : {}),
  })
  return { ...aboutTicket(after), before: state(before), after: state(after) }
}

export const viewerOf = ({ personId, memberId, role, byReceipt }: Actor): TicketActor => ({
  personId,
  memberId,
  admin: role === 'admin',
  byReceipt: byReceipt !== undefined,
})

export const relationsTo = (actor: Actor, ticket: TicketForAccess) => relationsOf(viewerOf(actor), ticketFacts(ticket))

/** The columns that decide about access. Callers that only add to a ticket do not read its workers. */
type TicketForAccess = Pick<Ticket, 'person_id'> &
  Partial<Pick<Ticket, 'status'>> & { readonly workers?: readonly { readonly id: number }[] }

export const ticketFacts = ({ person_id, status, workers = [] }: TicketForAccess): TicketAccessFacts => ({
  owner: person_id,
  workers: workers.map(({ id }) => id),
  unclaimed: status !== undefined && isUnclaimed(status),
})

/** An imported ticket has no intake and counts as a visitor's until its owner has an account. */
export interface TicketOrigin {
  readonly intake: IntakeRecord | undefined
  readonly importedVisitors: boolean
}

export async function ticketOriginOf(tx: Tx, { id, person_id }: Ticket): Promise<TicketOrigin> {
  const intake = await tx.intakes.find(id)
  const importedVisitors = !intake && (await tx.intakes.isImported(id)) && !(await tx.guests.hasLogin(person_id))
  return { intake, importedVisitors }
}

export function counterFacts(
  ticket: Ticket,
  { intake, importedVisitors }: TicketOrigin,
  { timeZone }: Settings,
  at: number,
): TicketAccessFacts {
  // An imported ticket gets its intake with a merge or its first receipt: it was not filed at a counter.
  const atCounter = intake?.at === ticket.created_at ? intake : undefined
  return {
    ...ticketFacts(ticket),
    visitors: intake ? intake.adoptedAt === null : importedVisitors,
    filer: atCounter?.memberId ?? null,
    filedToday: atCounter !== undefined && localDate(atCounter.at, timeZone) === localDate(at, timeZone),
  }
}

/**
 * Refuses absent and merged tickets, and actors who may not do this. If they may not see the ticket, it does not exist
 * for them.
 */
export function assertMay<T extends TicketForAccess & { readonly merged_into: number | null }>(
  actor: Actor,
  action: TicketAction,
  id: number,
  ticket: T | undefined,
): asserts ticket is T {
  if (!ticket) throw new Refusal('ticket_not_found', { id })
  const viewer = viewerOf(actor)
  const facts = { ...ticketFacts(ticket), visitors: actor.byReceipt?.visitors === true }
  policy.assertAllowed(viewer, 'see', id, facts)
  assertNotMerged(ticket)
  policy.assertAllowed(viewer, action, id, facts)
}

export function assertNotMerged(ticket: { readonly merged_into: number | null }): void {
  if (ticket.merged_into !== null) throw new Refusal('ticket_merged', { into: ticket.merged_into })
}

/** The ticket itself, or the last one that it was merged into. */
export async function followMerges(tx: Tx, ticket: Ticket): Promise<Ticket> {
  const next = ticket.merged_into === null ? undefined : await tx.tickets.find(ticket.merged_into)
  return next ? followMerges(tx, next) : ticket
}

/** Locks a ticket after its owner. An erasure locks in the same order, so the two cannot deadlock. */
export async function lockWithOwner(tx: Tx, id: number): Promise<Locked<Ticket> | undefined> {
  const ticket = await tx.tickets.find(id)
  if (ticket) await tx.users.lockShared(ticket.person_id)
  return tx.tickets.lock(id)
}
