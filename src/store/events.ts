import { chatChannels, personChannels } from '#contract/messages/messages.ts'
import { type Destination, deliveriesOf } from '#events/deliveries.ts'
import type { Event } from '#events/event.ts'
import { logEntryOf } from '#events/log.ts'
import { notesOf } from '#events/notes.ts'
import { occasionOf } from '#events/occasions.ts'
import type { Db } from './engine/index.ts'
import { OccasionStore } from './messages/occasions.ts'
import { OutboxStore } from './outbox/outbox.ts'
import { LogStore } from './team/log.ts'
import { NoteStore } from './tickets/notes.ts'

const messageChannels: readonly Destination[] = [...personChannels, ...chatChannels]

declare const recorded: unique symbol
/** An event whose consequences are stored. */
export type RecordedEvent = Event & { readonly [recorded]: true }

/** Stores everything that follows from an event, in the transaction of its change. */
export function eventRecorder(
  db: Db,
  destinations: ReadonlySet<Destination>,
): (event: Event) => Promise<RecordedEvent> {
  const [log, notes] = [new LogStore(db), new NoteStore(db)]
  const [outbox, occasions] = [new OutboxStore(db), new OccasionStore(db)]
  return async (event) => {
    for (const { ticket, phrase } of notesOf(event)) notes.record(ticket, event.by, phrase, event.at)
    for (const delivery of deliveriesOf(event, destinations)) await outbox.add(delivery, event.at)
    const occasion = messageChannels.some((channel) => destinations.has(channel)) ? occasionOf(event) : undefined
    if (occasion) occasions.add(occasion, event.at)
    const entry = logEntryOf(event)
    if (entry) log.add(event, entry)
    return event as RecordedEvent // its consequences are stored now
  }
}
