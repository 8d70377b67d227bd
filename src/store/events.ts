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

/** By these people are told something. */
const people: readonly Destination[] = [...personChannels, ...chatChannels]

declare const recorded: unique symbol
/** An event with everything that follows from it written down. */
export type Recorded = Event & { readonly [recorded]: true }

/** Writes down everything that follows from an event, in the transaction of the change that it tells of. */
export function eventRecorder(db: Db, there: ReadonlySet<Destination>): (event: Event) => Promise<Recorded> {
  const [log, notes, outbox, occasions] = [
    new LogStore(db),
    new NoteStore(db),
    new OutboxStore(db),
    new OccasionStore(db),
  ]
  return async (event) => {
    for (const { ticket, phrase } of notesOf(event)) notes.record(ticket, event.by, phrase, event.at)
    for (const delivery of deliveriesOf(event, there)) await outbox.add(delivery, event.at)
    const occasion = people.some((channel) => there.has(channel)) ? occasionOf(event) : undefined
    if (occasion) occasions.add(occasion, event.at)
    const entry = logEntryOf(event)
    if (entry) log.add(event, entry)
    return event as Recorded // now it is
  }
}
