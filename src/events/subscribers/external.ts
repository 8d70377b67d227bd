import type { Status } from '#contract/codes.ts'
import type { EventOf } from '../event.ts'
import type { OutboxMessage, Subscriber } from './subscriber.ts'

/** A later remark on a forwarded ticket: a comment, or its state. */
export type RemarkContent = { readonly note: number } | { readonly status: Status } | { readonly retrieved: boolean }

type Changed = EventOf<
  | 'ticket.claimed'
  | 'ticket.moved'
  | 'ticket.withdrawn'
  | 'ticket.retrieved'
  | 'ticket.unretrieved'
  | 'ticket.assigned'
  | 'ticket.dropped'
  | 'ticket.returned'
>

/** The whole ticket as it is at delivery. */
export const wholeTicket = (ticket: number): OutboxMessage => ({
  kind: 'ticket',
  thing: String(ticket),
  payload: { id: ticket },
})

const remark = (ticket: number, told: RemarkContent): OutboxMessage => ({
  kind: 'remark',
  thing: String(ticket),
  payload: { id: ticket, ...told },
})

function changed({ ticket, forwarded, before, after }: Changed): OutboxMessage[] {
  if (!forwarded) return []
  return [
    ...(before.status === after.status ? [] : [remark(ticket, { status: after.status })]),
    ...(before.confirmed === after.confirmed ? [] : [remark(ticket, { retrieved: after.confirmed })]),
  ]
}

/** Remarks follow only for tickets that were forwarded. */
export const externalSubscriber: Subscriber = {
  'ticket.forwarded': ({ ticket }) => [wholeTicket(ticket)],
  'ticket.claimed': changed,
  'ticket.moved': changed,
  'ticket.withdrawn': changed,
  'ticket.retrieved': changed,
  'ticket.unretrieved': changed,
  'ticket.assigned': changed,
  'ticket.dropped': changed,
  'ticket.returned': changed,
  'ticket.commented': ({ ticket, forwarded, note }) => (forwarded ? [remark(ticket, { note })] : []),
}
