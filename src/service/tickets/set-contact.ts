import type { Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { reindexing } from './reindexing.ts'

export interface Contact {
  readonly owner?: string
  readonly phone?: string
}

export function setContact(tx: Tx, ticket: Locked<Ticket>, contact: Contact): Promise<Locked<Ticket>> {
  return reindexing(tx, [ticket.id], () => tx.tickets.update(ticket, contact))
}
