import { Refusal } from '#contract/errors.ts'
import type { OutcomeOf } from '#rules/outcomes.ts'
import type { HandBack, Standing, Viewer } from '#rules/tickets.ts'
import type { Tx } from '#store/store.ts'
import type { HeldTicket } from '#store/tickets.ts'
import type { Actor } from '../people/actor.ts'

export const standing = (ticket: HeldTicket): Standing => ({
  status: ticket.status,
  confirmed: ticket.confirmed_at !== null,
  workers: ticket.workers.map(({ id }) => id),
})

export const handBackOf = ({ confirmed_at, scrubbed }: HeldTicket): HandBack => ({
  confirmedAt: confirmed_at,
  scrubbed: scrubbed === 1,
})

/** What became of it, as people see it. */
export const outcomeOf = ({ outcome, barrier, category, brand, year, remedy }: OutcomeOf): OutcomeOf => ({
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
export function changeOf(before: HeldTicket, after: HeldTicket, withWorkers = false) {
  const state = ({ status, confirmed_at, workers }: HeldTicket) => ({
    status,
    confirmed: confirmed_at !== null,
    ...(withWorkers ? { workers: workers.map(({ name }) => name) } : {}),
  })
  return { ...aboutTicket(after), before: state(before), after: state(after) }
}

export const viewerOf = (actor: Actor, ticket: { readonly person_id: number }): Viewer => ({
  owner: ticket.person_id === actor.personId,
  memberId: actor.memberId,
  admin: actor.role === 'admin',
})

/** What of a ticket's own words is shown to others than members, where somebody found that they are not fit for it. */
export function veiled<T extends { readonly hidden: number; readonly device: string }>(ticket: T): T {
  return ticket.hidden === 0
    ? ticket
    : { ...ticket, device: '—', device_model: '', owner: '', description: '', brand: '', remedy: '' }
}

/** Refuses unless the ticket is there, theirs to see, and goes on by itself; to everybody else it does not exist. */
export function assertSees<T extends Pick<HeldTicket, 'person_id' | 'merged_into'>>(
  actor: Actor,
  id: number,
  ticket: T | undefined,
): asserts ticket is T {
  if (!ticket || (ticket.person_id !== actor.personId && actor.memberId === null))
    throw new Refusal('ticket_not_found', { id })
  assertNotMerged(ticket)
}

/** The same, of what its owner alone may do. */
export function assertOwns(actor: Actor, id: number, ticket: HeldTicket | undefined): asserts ticket is HeldTicket {
  assertSees(actor, id, ticket)
  if (ticket.person_id !== actor.personId) throw new Refusal('not_the_owner')
}

/** What was joined with another ticket goes on there. */
export function assertNotMerged(ticket: { readonly merged_into: number | null }): void {
  if (ticket.merged_into !== null) throw new Refusal('ticket_merged', { into: ticket.merged_into })
}

/** The ticket that goes on in the place of this one; itself unless it was joined with another. */
export async function leadsTo(tx: Tx, ticket: HeldTicket): Promise<HeldTicket> {
  const next = ticket.merged_into === null ? undefined : await tx.tickets.find(ticket.merged_into)
  return next ? leadsTo(tx, next) : ticket
}

/** A ticket to which something of its owner's comes. They are held first, as an erasure does, so that neither waits for the other for ever. */
export async function holdWithOwner(tx: Tx, id: number): Promise<HeldTicket | undefined> {
  const ticket = await tx.tickets.find(id)
  if (ticket) await tx.users.hold(ticket.person_id)
  return tx.tickets.hold(id)
}
