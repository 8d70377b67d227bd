import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { TicketAction } from '#contract/tickets/ticket-access.ts'
import { localDate } from '#kit/time.ts'
import * as policy from '#rules/policy.ts'
import { relationsOf, type TicketAccessFacts, type TicketActor } from '#rules/policy.ts'
import type { OutcomeValues } from '#rules/tickets/outcomes.ts'
import { type HandBackState, isUnclaimed, type TicketState } from '#rules/tickets/tickets.ts'
import type { Intake } from '#store/counter/intakes.ts'
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

/** What became of it, as people see it. */
export const outcomeOf = ({ outcome, barrier, category, brand, year, remedy }: OutcomeValues): OutcomeValues => ({
  outcome,
  barrier,
  category,
  brand,
  year,
  remedy,
})

/** What every event of a ticket tells. */
export const aboutTicket = ({ id, forwarded_at }: { readonly id: number; readonly forwarded_at: number | null }) => ({
  ticket: id,
  forwarded: forwarded_at !== null,
})

/** How a ticket stood before and after, with its workers where they are what changed. */
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

/** What an actor is to a ticket. */
export const relationsTo = (actor: Actor, ticket: Known) => relationsOf(viewerOf(actor), ticketFacts(ticket))

/** A ticket as far as it is known: who only adds something to one does not read its workers. */
type Known = Pick<Ticket, 'person_id'> &
  Partial<Pick<Ticket, 'status'>> & { readonly workers?: readonly { readonly id: number }[] }

export const ticketFacts = ({ person_id, status, workers = [] }: Known): TicketAccessFacts => ({
  owner: person_id,
  workers: workers.map(({ id }) => id),
  unclaimed: status !== undefined && isUnclaimed(status),
})

/** Of whom a ticket is, and how it was filed. What came from a table has no intake, and is a visitor's until its owner has an account. */
export interface TicketOrigin {
  readonly intake: Intake | undefined
  readonly importedVisitors: boolean
}

export async function ticketOriginOf(tx: Tx, { id, person_id }: Ticket): Promise<TicketOrigin> {
  const intake = await tx.intakes.of(id)
  const importedVisitors = !intake && (await tx.intakes.cameFromTable(id)) && !(await tx.guests.hasLogin(person_id))
  return { intake, importedVisitors }
}

/** The same with what decides about its receipts. */
export function counterFacts(
  ticket: Ticket,
  { intake, importedVisitors }: TicketOrigin,
  { timeZone }: Settings,
  at: number,
): TicketAccessFacts {
  // A ticket from a table gets an intake later, when it is joined or has its first receipt: nobody stood at the counter then.
  const atCounter = intake?.at === ticket.created_at ? intake : undefined
  return {
    ...ticketFacts(ticket),
    visitors: intake ? intake.adoptedAt === null : importedVisitors,
    filer: atCounter?.memberId ?? null,
    filedToday: atCounter !== undefined && localDate(atCounter.at, timeZone) === localDate(at, timeZone),
  }
}

/** Refuses unless the ticket is there, this actor may do this with it, and it goes on by itself. To those who may not see it, it does not exist. */
export function assertMay<T extends Known & { readonly merged_into: number | null }>(
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

/** What was joined with another ticket goes on there. */
export function assertNotMerged(ticket: { readonly merged_into: number | null }): void {
  if (ticket.merged_into !== null) throw new Refusal('ticket_merged', { into: ticket.merged_into })
}

/** The ticket that goes on in the place of this one; itself unless it was joined with another. */
export async function followMerges(tx: Tx, ticket: Ticket): Promise<Ticket> {
  const next = ticket.merged_into === null ? undefined : await tx.tickets.find(ticket.merged_into)
  return next ? followMerges(tx, next) : ticket
}

/** A ticket to which something of its owner's comes. They are held first, as an erasure does, so that neither waits for the other for ever. */
export async function holdWithOwner(tx: Tx, id: number): Promise<Locked<Ticket> | undefined> {
  const ticket = await tx.tickets.find(id)
  if (ticket) await tx.users.hold(ticket.person_id)
  return tx.tickets.lock(id)
}
