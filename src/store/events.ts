import { type Destination, deliveriesOf } from '#events/deliveries.ts'
import type { Event } from '#events/event.ts'
import { logEntryOf } from '#events/log.ts'
import { notesOf } from '#events/notes.ts'
import type { Db } from './engine/engine.ts'
import { later } from './engine/query-runner.ts'
import { logStore } from './log.ts'
import { noteStore } from './notes.ts'
import { outboxStore } from './outbox.ts'

declare const recorded: unique symbol
/** An event with everything that follows from it written down. */
export type Recorded = Event & { readonly [recorded]: true }

/** Writes down everything that follows from an event, in the transaction of the change that it tells of. */
export function eventRecorder(db: Db, there: ReadonlySet<Destination>): (event: Event) => Promise<Recorded> {
  const [log, notes, outbox] = [logStore(db), noteStore(db), outboxStore(db)]
  return async (event) => {
    for (const { ticket, phrase } of notesOf(event)) later(db, notes.record(ticket, event.by, phrase, event.at))
    for (const delivery of deliveriesOf(event, there)) await outbox.add(delivery, event.at)
    const entry = logEntryOf(event)
    if (entry) later(db, log.add(event, entry))
    return event as Recorded // now it is
  }
}
