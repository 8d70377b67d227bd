import type { Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { ticketGrams } from './search-text.ts'

export interface Contact {
  readonly owner?: string
  readonly phone?: string
}

export async function setContact(tx: Tx, ticket: Locked<Ticket>, contact: Contact): Promise<Locked<Ticket>> {
  await tx.searchIndex.remove([{ id: ticket.id, grams: ticketGrams(ticket) }])
  tx.ticketQueues.reindex(ticket.id)
  return tx.tickets.update(ticket, contact)
}
