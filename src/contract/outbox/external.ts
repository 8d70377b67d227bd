import { get, post } from '../endpoint.ts'
import { Created, Id, Paging, TicketId, TimestampOrNone, Total } from '../fields.ts'
import { field, integer, list, named, namedObject, objectOf, optional, Type, text } from '../type.ts'

const states = ['waiting', 'stuck', 'delivered'] as const
export type DeliveryState = (typeof states)[number]

const State = named(
  'DeliveryState',
  Type.Enum([...states]),
  'Whether it is waiting for its next attempt, stuck until an administrator acts, or delivered.',
  'delivered',
)
const remote = {
  id: text('The number in the external system; empty until delivered.', '481'),
  url: text('The address in the external system; may be empty.', 'https://tickets.example.edu/issues/481'),
}
export const ExternalTicketState = named(
  'ForwardedTicket',
  Type.Object({ state: State, ...remote }),
  'A ticket in the external ticket system.',
)

const Delivery = namedObject('Delivery', 'A delivery to the external ticket system.', {
  id: field(Id, 'The number of the delivery.', 8),
  ticket: TicketId,
  what: field(Type.Enum(['ticket', 'remark']), 'Whether it delivers the ticket itself, or a remark on it.'),
  state: State,
  createdTime: Created,
  tries: integer('How many attempts were made.', 1),
  nextTime: field(TimestampOrNone, 'When the next attempt is due; empty if none is.', ''),
  deliveredTime: field(TimestampOrNone, 'When it was delivered; empty if it was not.'),
  error: text('The error of the last attempt; empty if there was none.', ''),
  remote: objectOf('The ticket in the external ticket system.', remote),
})

export const external = {
  list: get('/admin/external/list', 'admin', {
    ticket: 'manage',
    summary:
      'List deliveries to the external ticket system, newest first. Each delivers a ticket, or a remark on one. Waiting deliveries have a next attempt; stuck ones need /admin/external/retry. Delivered ones are listed for 30 days. `counts` has the number in each state.',
    input: Type.Object({ ...Paging, state: optional(State, 'Only deliveries in this state.', 'stuck') }),
    output: Type.Object({
      list: list(Delivery, 'Those of this page.'),
      total: Total,
      system: text('The kind of the external system.', 'redmine'),
      counts: objectOf('The number of deliveries in each state.', {
        waiting: integer('How many are waiting for their next attempt.', 0),
        stuck: integer('How many are stuck until an administrator acts.', 0),
        delivered: integer('How many were delivered in the last 30 days.', 1),
      }),
    }),
  }),
  retry: post('/admin/external/retry', 'admin', {
    ticket: 'manage',
    summary: 'Retry a delivery now, with all others of the same ticket. Delivered ones stay unchanged.',
    input: Type.Object({ id: field(Id, 'The number of the delivery.', 8) }),
    errors: ['delivery_not_found'],
  }),
}
