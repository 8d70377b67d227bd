import { endpoint } from './endpoint.ts'
import { Id, Nothing, Paging, Timestamp } from './fields.ts'
import { Type } from './type.ts'

const states = ['waiting', 'stuck', 'delivered'] as const
export type DeliveryState = (typeof states)[number]

/** A ticket in the external ticket system; number and address are empty until it is there. */
export const Elsewhere = Type.Object({ state: Type.Enum([...states]), id: Type.String(), url: Type.String() })

/** One thing that the external ticket system was promised to be told. */
const Delivery = Type.Object({
  id: Id,
  ticket: Id,
  what: Type.Enum(['ticket', 'remark']),
  state: Type.Enum([...states]),
  createdTime: Timestamp,
  tries: Type.Integer(),
  nextTime: Type.Union([Timestamp, Type.Literal('')]),
  deliveredTime: Type.Union([Timestamp, Type.Literal('')]),
  error: Type.String(),
  remote: Type.Object({ id: Type.String(), url: Type.String() }),
})

/** How forwarding to the external ticket system stands. */
export const external = {
  list: endpoint({
    method: 'GET',
    path: '/admin/external/list',
    role: 'admin',
    revision: 'addition',
    summary:
      'What was promised to the external ticket system, newest first: tickets, and remarks on them. What waits has its next try, what is stuck waits for /admin/external/retry; `error` says in words what the last try met. What was delivered is listed for 30 days. `counts` tells how many there are of each state.',
    input: Type.Object({ ...Paging, state: Type.Optional(Type.Enum([...states])) }),
    output: Type.Object({
      list: Type.Array(Delivery),
      total: Type.Integer(),
      system: Type.String(),
      counts: Type.Object({ waiting: Type.Integer(), stuck: Type.Integer(), delivered: Type.Integer() }),
    }),
    errors: [],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/external/retry',
    role: 'admin',
    revision: 'addition',
    summary:
      'Try now what waits or is stuck, with everything else that is promised of the same ticket. What was delivered already stays as it is.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['delivery_not_found'],
  }),
}
