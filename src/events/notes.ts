import { statuses } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import { deriveFrom, type Event, type EventKind, type EventOf } from './event.ts'

type OnTicket = Extract<EventKind, `ticket.${string}`>

/** The notes that the service itself adds to a ticket. */
const notes: { readonly [K in OnTicket]: (event: EventOf<K>) => readonly Phrase[] } = {
  'ticket.created': () => [{ say: 'note_created' }],
  'ticket.claimed': () => [{ say: 'note_claimed' }],
  'ticket.moved': ({ claimed, before, after: { status: to } }) => {
    const from = claimed ? statuses.accepted : before.status
    const moved =
      to === statuses.cancelled ? ({ say: 'note_cancelled' } as const) : ({ say: 'note_moved', from, to } as const)
    return claimed ? [{ say: 'note_claimed' }, moved] : [moved]
  },
  'ticket.withdrawn': () => [{ say: 'note_cancelled' }],
  'ticket.contact': () => [{ say: 'note_contact' }],
  'ticket.retrieved': () => [{ say: 'note_retrieved' }],
  'ticket.unretrieved': () => [{ say: 'note_unretrieved' }],
  'ticket.assigned': ({ name }) => [{ say: 'note_assigned', name }],
  'ticket.dropped': ({ name }) => [{ say: 'note_dropped', ...(name === undefined ? {} : { name }) }],
  // The comment itself is a note.
  'ticket.commented': () => [],
  'ticket.noted': () => [],
  'ticket.received': () => [{ say: 'note_received' }],
  // The ledger of the device and the queue show it.
  'ticket.placed': () => [],
  'ticket.tagged': () => [],
  'ticket.queued': () => [],
  'ticket.called': () => [],
  'ticket.booked': () => [],
  'ticket.receipt': () => [],
  'ticket.adopted': () => [],
  'ticket.outcome': () => [],
  'ticket.rated': () => [],
  'ticket.merged': ({ from }) => [{ say: 'note_merged', from }],
  'ticket.unmerged': ({ from }) => [{ say: 'note_unmerged', from }],
  'ticket.returned': ({ days, why }) => [{ say: 'note_returned', days, why }],
  'ticket.picture': ({ shown }) => (shown ? [] : [{ say: 'note_picture_refused' }]),
  'ticket.looked': ({ what, fine }) => (fine ? [] : [{ say: 'note_removed', what }]),
  'ticket.forwarded': () => [{ say: 'note_forwarded' }],
  'ticket.forwarded_again': () => [],
}

export function notesOf(event: Event): readonly { readonly ticket: number; readonly phrase: Phrase }[] {
  if (!('ticket' in event)) return []
  return (deriveFrom(notes, event) ?? []).map((phrase) => ({ ticket: event.ticket, phrase }))
}
