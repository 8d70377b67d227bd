import { type Status, statuses } from '#contract/codes.ts'
import type { Doer, EventOf } from '../event.ts'
import type { Delivery, Subscriber } from './subscriber.ts'

/** A reason to tell people something. Who they are, and whether it is still true, is found out when they are told. */
export type Occasion =
  | { readonly say: 'created' | 'retrieved'; readonly ticket: number }
  | { readonly say: 'moved'; readonly ticket: number; readonly status: Status }
  | { readonly say: 'called'; readonly ticket: number; readonly turn: string }
  | { readonly say: 'merged'; readonly ticket: number; readonly from: number }
  | { readonly say: 'commented'; readonly ticket: number; readonly note: number }
  | { readonly say: 'assigned'; readonly ticket: number; readonly member: number }
  | { readonly say: 'leave_asked' | 'leave_taken'; readonly leave: number }
  | { readonly say: 'feedback'; readonly feedback: number }

/** With who did it, who is not told. */
export type OccasionPayload = Occasion & { readonly by: Doer }

const occasion = (thing: string, { by }: { readonly by: Doer }, said: Occasion): Delivery[] => [
  { kind: 'occasion', thing, payload: { ...said, by: { personId: by.personId, memberId: by.memberId } } },
]
const ofTicket = (event: EventOf<'ticket.created'> | EventOf<'ticket.retrieved'>, say: 'created' | 'retrieved') =>
  occasion(`ticket ${event.ticket}`, event, { say, ticket: event.ticket })
const ofLeave = (event: EventOf<'leave.asked'> | EventOf<'leave.taken'>, say: 'leave_asked' | 'leave_taken') =>
  occasion(`leave ${event.id}`, event, { say, leave: event.id })

const worthTelling: ReadonlySet<Status> = new Set([statuses.waiting, statuses.repaired, statuses.unrepairable])

/** What happens that somebody may wait to hear of. */
export const messages: Subscriber = {
  'ticket.created': (event) => ofTicket(event, 'created'),
  'ticket.moved': (event) => {
    const { ticket, before, after } = event
    if (before.status === after.status || !worthTelling.has(after.status)) return []
    return occasion(`ticket ${ticket}`, event, { say: 'moved', ticket, status: after.status })
  },
  'ticket.commented': (event) =>
    occasion(`ticket ${event.ticket}`, event, { say: 'commented', ticket: event.ticket, note: event.note }),
  'ticket.retrieved': (event) => ofTicket(event, 'retrieved'),
  'ticket.called': (event) =>
    occasion(`ticket ${event.ticket}`, event, { say: 'called', ticket: event.ticket, turn: event.number }),
  'ticket.merged': (event) =>
    occasion(`ticket ${event.ticket}`, event, { say: 'merged', ticket: event.ticket, from: event.from }),
  'ticket.assigned': (event) =>
    occasion(`ticket ${event.ticket}`, event, { say: 'assigned', ticket: event.ticket, member: event.member }),
  // A place is empty where nobody comes instead.
  'leave.asked': (event) => (event.after?.substitute === '' ? ofLeave(event, 'leave_asked') : []),
  'leave.taken': (event) => ofLeave(event, 'leave_taken'),
  'feedback.sent': (event) => occasion('feedback', event, { say: 'feedback', feedback: event.feedback }),
}
