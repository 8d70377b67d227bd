import { type Status, statuses } from '#contract/codes.ts'
import { deriveFrom, type Event, type EventActor, type ForSome } from './event.ts'

/** What there is to tell. */
type Said =
  | { readonly say: 'created' | 'retrieved'; readonly ticket: number }
  | { readonly say: 'moved'; readonly ticket: number; readonly status: Status }
  | { readonly say: 'called'; readonly ticket: number; readonly turn: string }
  | { readonly say: 'merged'; readonly ticket: number; readonly from: number }
  | { readonly say: 'commented'; readonly ticket: number; readonly note: number }
  | { readonly say: 'assigned'; readonly ticket: number; readonly member: number }
  | { readonly say: 'leave_asked' | 'leave_taken'; readonly leave: number }
  | { readonly say: 'feedback'; readonly feedback: number }

/**
 * A reason to tell people something, with who did it, who is not told. Who the others are, and whether it is still true, is found out
 * afterwards.
 */
export type Occasion = Said & { readonly by: EventActor }

const worthTelling: ReadonlySet<Status> = new Set([statuses.waiting, statuses.repaired, statuses.unrepairable])

/** What happens that somebody may wait to hear of. */
const occasions: ForSome<Said | undefined> = {
  'ticket.created': ({ ticket }) => ({ say: 'created', ticket }),
  'ticket.moved': ({ ticket, before, after: { status } }) =>
    before.status === status || !worthTelling.has(status) ? undefined : { say: 'moved', ticket, status },
  'ticket.commented': ({ ticket, note }) => ({ say: 'commented', ticket, note }),
  'ticket.retrieved': ({ ticket }) => ({ say: 'retrieved', ticket }),
  'ticket.called': ({ ticket, number }) => ({ say: 'called', ticket, turn: number }),
  'ticket.merged': ({ ticket, from }) => ({ say: 'merged', ticket, from }),
  'ticket.assigned': ({ ticket, member }) => ({ say: 'assigned', ticket, member }),
  // A place is empty where nobody comes instead.
  'leave.asked': ({ id, after }) => (after?.substitute === '' ? { say: 'leave_asked', leave: id } : undefined),
  'leave.taken': ({ id }) => ({ say: 'leave_taken', leave: id }),
  'feedback.sent': ({ feedback }) => ({ say: 'feedback', feedback }),
}

/** The occasion that an event is, if it is one. */
export function occasionOf(event: Event): Occasion | undefined {
  const said = deriveFrom(occasions, event)
  const { personId, memberId } = event.by
  return said && { ...said, by: { personId, memberId } }
}
