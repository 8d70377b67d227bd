import { Refusal } from '#contract/errors.ts'
import type { Standing, Viewer } from '#rules/tickets.ts'
import type { HeldTicket } from '#store/tickets.ts'
import type { Actor } from '../people/actor.ts'

export const standing = (ticket: HeldTicket): Standing => ({
  status: ticket.status,
  confirmed: ticket.confirmed_at !== null,
  workers: ticket.workers.map(({ id }) => id),
})

export const viewerOf = (actor: Actor, ticket: { readonly person_id: number }): Viewer => ({
  owner: ticket.person_id === actor.personId,
  memberId: actor.memberId,
  admin: actor.role === 'admin',
})

/** Refuses unless the ticket is there and theirs to see; to everybody else it does not exist. */
export function assertSees(actor: Actor, id: number, ticket: HeldTicket | undefined): asserts ticket is HeldTicket {
  if (!ticket || (ticket.person_id !== actor.personId && actor.memberId === null))
    throw new Refusal('ticket_not_found', { id })
}
