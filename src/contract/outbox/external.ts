import { get, post } from '../endpoint.ts'
import { Created, Id, Paging, TicketId, TimestampOrNone, Total } from '../fields.ts'
import { field, integer, list, named, namedObject, optional, Type, text } from '../type.ts'

const states = ['waiting', 'stuck', 'delivered'] as const
export type DeliveryState = (typeof states)[number]

/** A ticket in the external ticket system; number and address are empty until it is there. */
const State = named(
  'DeliveryState',
  Type.Enum([...states]),
  'Whether it waits for its next try, is stuck until somebody looks, or was delivered.',
  'delivered',
)
const remote = {
  id: text('Its number there; empty until it is there.', '481'),
  url: text('Its address there; may be empty.', 'https://tickets.example.edu/issues/481'),
}
export const ExternalTicketState = named(
  'ForwardedTicket',
  Type.Object({ state: State, ...remote }),
  'A ticket in the external ticket system.',
)

/** One thing that the external ticket system was promised to be told. */
const Delivery = namedObject('Delivery', 'One thing that the external ticket system was promised to be told.', {
  id: field(Id, 'The number of the delivery.', 8),
  ticket: TicketId,
  what: field(Type.Enum(['ticket', 'remark']), 'Whether the ticket itself is told, or something that happened to it.'),
  state: State,
  createdTime: Created,
  tries: integer('How often it was tried.', 1),
  nextTime: field(TimestampOrNone, 'When it is tried next; empty if it is not.', ''),
  deliveredTime: field(TimestampOrNone, 'When it was delivered; empty if it was not.'),
  error: text('What the last try met, in words; empty if nothing went wrong.', ''),
  remote: field(Type.Object(remote), 'The ticket in the external ticket system.'),
})

/** How forwarding to the external ticket system stands. */
export const external = {
  list: get('/admin/external/list', 'admin', {
    ticket: 'manage',
    summary:
      'What was promised to the external ticket system, newest first: tickets, and remarks on them. What waits has its next try, what is stuck waits for /admin/external/retry; `error` says in words what the last try met. What was delivered is listed for 30 days. `counts` tells how many there are of each state.',
    input: Type.Object({ ...Paging, state: optional(State, 'Only those in this state.', 'stuck') }),
    output: Type.Object({
      list: list(Delivery, 'Those of this page.'),
      total: Total,
      system: text('Which kind of system it is.', 'redmine'),
      counts: field(
        Type.Object({
          waiting: integer('How many wait for their next try.', 0),
          stuck: integer('How many wait for somebody to look.', 0),
          delivered: integer('How many were delivered in the last 30 days.', 1),
        }),
        'How many there are in each state.',
      ),
    }),
  }),
  retry: post('/admin/external/retry', 'admin', {
    ticket: 'manage',
    summary:
      'Try now what waits or is stuck, with everything else that is promised of the same ticket. What was delivered already stays as it is.',
    input: Type.Object({ id: field(Id, 'The number of the delivery.', 8) }),
    errors: ['delivery_not_found'],
  }),
}
