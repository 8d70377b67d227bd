import { type Status, statuses } from '#contract/codes.ts'
import { deriveFrom, type Event, type EventActor, type ForSome } from './event.ts'

type OccasionFacts =
  | { readonly say: 'created' | 'retrieved'; readonly ticket: number }
  | { readonly say: 'moved'; readonly ticket: number; readonly status: Status }
  | { readonly say: 'called'; readonly ticket: number; readonly turn: string }
  | { readonly say: 'place_offered' | 'day_changed'; readonly ticket: number; readonly day: number }
  | { readonly say: 'merged'; readonly ticket: number; readonly from: number }
  | { readonly say: 'commented'; readonly ticket: number; readonly note: number }
  | { readonly say: 'assigned'; readonly ticket: number; readonly member: number }
  | { readonly say: 'leave_asked' | 'leave_taken'; readonly leave: number }
  | { readonly say: 'help_asked' | 'help_changed'; readonly helper: number }
  | { readonly say: 'feedback'; readonly feedback: number }

/**
 * A reason to send messages, and who caused it.
 * The recipients, and whether it is still true, are found out later.
 */
export type Occasion = OccasionFacts & { readonly by: EventActor }

const worthTelling: ReadonlySet<Status> = new Set([statuses.waiting, statuses.repaired, statuses.unrepairable])

const occasions: ForSome<OccasionFacts | undefined> = {
  'ticket.created': ({ ticket }) => ({ say: 'created', ticket }),
  'ticket.moved': ({ ticket, before, after: { status } }) =>
    before.status === status || !worthTelling.has(status) ? undefined : { say: 'moved', ticket, status },
  'ticket.commented': ({ ticket, note }) => ({ say: 'commented', ticket, note }),
  'ticket.retrieved': ({ ticket }) => ({ say: 'retrieved', ticket }),
  'ticket.called': ({ ticket, number }) => ({ say: 'called', ticket, turn: number }),
  'ticket.booked': ({ ticket, day, state, news }) => {
    if (news) return { say: 'day_changed', ticket, day }
    return state === 'offered' ? { say: 'place_offered', ticket, day } : undefined
  },
  'ticket.merged': ({ ticket, from }) => ({ say: 'merged', ticket, from }),
  'ticket.assigned': ({ ticket, member }) => ({ say: 'assigned', ticket, member }),
  // Without a substitute the place is open to others.
  'repair_day.helped': ({ helper, state, news }) => {
    if (news) return { say: 'help_changed', helper }
    return state === 'asked' ? { say: 'help_asked', helper } : undefined
  },
  'leave.asked': ({ id, after }) => (after?.substitute === '' ? { say: 'leave_asked', leave: id } : undefined),
  'leave.taken': ({ id }) => ({ say: 'leave_taken', leave: id }),
  'feedback.sent': ({ feedback }) => ({ say: 'feedback', feedback }),
}

export function occasionOf(event: Event): Occasion | undefined {
  const facts = deriveFrom(occasions, event)
  const { personId, memberId } = event.by
  return facts && { ...facts, by: { personId, memberId } }
}
