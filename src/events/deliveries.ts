import type { Status } from '#contract/codes.ts'
import { type ChannelName, type WebhookEvent, webhookEvents } from '#contract/messages/messages.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { deriveFrom, type Event, type EventKind, type EventOf, type ForSome } from './event.ts'

/**
 * One delivery. Deliveries about one `thing` arrive at a destination in their order.
 * `ticket` and `remark` go to the external ticket system, `message` to people, `event` to programs, `picture` to the
 * check of contents.
 */
export interface OutboxMessage {
  readonly kind: 'ticket' | 'remark' | 'message' | 'event' | 'picture'
  readonly thing: string
  readonly payload: object
}

type Subscriber = ForSome<readonly OutboxMessage[]>

/** A later remark on a forwarded ticket: a comment, or its state. */
export type RemarkContent = { readonly note: number } | { readonly status: Status } | { readonly retrieved: boolean }

type StatusEvent = EventOf<
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

function statusRemarks({ ticket, forwarded, before, after }: StatusEvent): OutboxMessage[] {
  if (!forwarded) return []
  return [
    ...(before.status === after.status ? [] : [remark(ticket, { status: after.status })]),
    ...(before.confirmed === after.confirmed ? [] : [remark(ticket, { retrieved: after.confirmed })]),
  ]
}

/** Remarks follow only for tickets that were forwarded. */
const external: Subscriber = {
  'ticket.forwarded': ({ ticket }) => [wholeTicket(ticket)],
  'ticket.claimed': statusRemarks,
  'ticket.moved': statusRemarks,
  'ticket.withdrawn': statusRemarks,
  'ticket.retrieved': statusRemarks,
  'ticket.unretrieved': statusRemarks,
  'ticket.assigned': statusRemarks,
  'ticket.dropped': statusRemarks,
  'ticket.returned': statusRemarks,
  'ticket.commented': ({ ticket, forwarded, note }) => (forwarded ? [remark(ticket, { note })] : []),
}

/** An event for a program: its facts, and who caused it by number. */
export type WebhookPayload = { readonly type: WebhookEvent } & Readonly<Record<string, unknown>>

/**
 * The facts that leave the service: numbers, codes, days. Names and texts that people wrote (a reason, a place, the
 * name of a roster) may be changed or erased here and would stay there.
 * A program that needs more asks for it by number.
 */
const publicFields: readonly string[] = [
  'ticket',
  'forwarded',
  'before',
  'after',
  'status',
  'confirmed',
  'note',
  'claimed',
  'withMove',
  'fields',
  'member',
  'id',
  'beforeId',
  'duty',
  'count',
  'when',
  'shift',
  'slots',
  'current',
  'feedback',
]

/** Days, numbers of shifts and codes of duty. A day or shift may also be text that a person wrote. */
const isCode = (text: string) => /^(?:[\d-]+|off|others)$/.test(text)

function pickPublicFields(facts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]: [string, unknown]) => {
      if (!publicFields.includes(key) || (typeof value === 'string' && !isCode(value))) return []
      const within = typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[key, within ? pickPublicFields(value) : value]]
    }),
  )
}

const delivery = ({ kind, by, at: _, ...facts }: Event) => [
  {
    kind: 'event' as const,
    // Events of one ticket arrive in order, and so do those of each other kind.
    thing: 'ticket' in facts ? `ticket ${facts.ticket}` : (kind.split('.')[0] ?? kind),
    payload: { type: kind, by: { user: by.personId, member: by.memberId }, ...pickPublicFields(facts) },
  },
]

/** Everything a program may subscribe to. The team's choice is applied at delivery. */
const webhook: Subscriber = Object.fromEntries(
  (webhookEvents satisfies readonly EventKind[]).map((kind) => [kind, delivery]),
)

/** The subscribers of events. Each has lanes of its own, so that one that is stuck does not hold up another. */
const subscribers = { external, webhook } satisfies Record<string, Subscriber>
type SubscriberName = keyof typeof subscribers

/** The destinations of deliveries: subscribers of events, channels of messages, and the check of pictures. */
export type Destination = SubscriberName | ChannelName | 'pictures'

export interface AddressedDelivery extends OutboxMessage {
  readonly destination: Destination
}

/** The deliveries of an event to the destinations that are configured. */
export function deliveriesOf(event: Event, configured: ReadonlySet<Destination>): AddressedDelivery[] {
  return keysOf(subscribers).flatMap((destination) =>
    configured.has(destination)
      ? (deriveFrom(subscribers[destination], event) ?? []).map((delivery) => ({ ...delivery, destination }))
      : [],
  )
}
