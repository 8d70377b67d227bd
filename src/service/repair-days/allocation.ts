import { Refusal } from '#contract/errors.ts'
import type { EventActor } from '#events/event.ts'
import { localDate } from '#kit/time.ts'
import { type BookingChange, calledOff, isLiveBooking, offersFor, withChanges } from '#rules/repair-days/bookings.ts'
import { isComing } from '#rules/repair-days/states.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { BookingRecord } from '#store/repair-days/bookings.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { Tx } from '#store/store.ts'
import { systemActor } from '../shared/actor.ts'

/** A locked day and its bookings. People and tickets are locked before days, and duty after them. */
export interface OpenDay {
  readonly day: RepairDayRecord
  readonly bookings: readonly BookingRecord[]
  readonly events: readonly RecordedEvent[]
}

export interface Cause {
  readonly by: EventActor
  readonly at: number
  readonly zone: string
  /** The team moved the day or called it off. */
  readonly news?: 'moved' | 'off'
}

/** A draft does not exist for those who do not plan it. */
export async function lockDay(tx: Tx, id: number): Promise<OpenDay> {
  const day = await tx.repairDays.lock(id)
  if (!day || day.state === 'draft') throw new Refusal('repair_day_not_found')
  return { day, bookings: await tx.bookings.ofDay(id), events: [] }
}

/** Writes the changes of bookings, and offers each place that is free now to the first who waits for it. */
export async function settle(
  tx: Tx,
  { day, bookings, events }: OpenDay,
  changes: readonly BookingChange[],
  cause: Cause,
): Promise<OpenDay> {
  const { at, zone } = cause
  const changed = withChanges(bookings, changes)
  const offers = isComing(day, at) ? offersFor(day, changed, at) : []
  await tx.bookings.change([...changes, ...offers], at)
  const next = withChanges(changed, offers)
  const offered = idsOf(offers)
  const recorded: RecordedEvent[] = []
  for (const one of next)
    if (offered.has(one.id)) recorded.push(await recordBooking(tx, day, one, { by: systemActor, at, zone }))
    else if (idsOf(changes).has(one.id)) recorded.push(await recordBooking(tx, day, one, cause))
  return { day, bookings: next, events: [...events, ...recorded] }
}

const idsOf = (changes: readonly BookingChange[]) => new Set(changes.map(({ id }) => id))

export function recordBooking(
  tx: Tx,
  { id: day, from }: RepairDayRecord,
  { ticket, forwardedAt, state }: Pick<BookingRecord, 'ticket' | 'forwardedAt' | 'state'>,
  { by, at, zone, news }: Cause,
): Promise<RecordedEvent> {
  const date = localDate(from, zone)
  const facts = { ticket, forwarded: forwardedAt !== null, day, date, state, ...(news ? { news } : {}) }
  return tx.record({ kind: 'ticket.booked', by, at, ...facts })
}

/** Ends the bookings of tickets that ended, and offers their places to others. */
export async function releaseBookings(
  tx: Tx,
  tickets: readonly number[],
  cause: Cause,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (const id of await tx.bookings.liveDaysOf(tickets)) {
    const open = await lockDay(tx, id)
    const own = open.bookings.filter(({ ticket }) => tickets.includes(ticket))
    events.push(...(await settle(tx, open, calledOff(own), cause)).events)
  }
  return events
}

/** Ends the bookings of a ticket for days that the ticket it is merged into has a booking for. The others move with it. */
export async function mergeBookings(
  tx: Tx,
  from: number,
  into: number,
  cause: Cause,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (const id of await tx.bookings.liveDaysOf([from])) {
    const open = await lockDay(tx, id)
    const kept = open.bookings.find(({ ticket }) => ticket === into)
    const counts = kept !== undefined && (isLiveBooking(kept) || kept.state === 'arrived')
    if (kept && !counts) await tx.bookings.remove(kept.id)
    const own = counts ? open.bookings.filter(({ ticket }) => ticket === from) : []
    events.push(...(await settle(tx, open, calledOff(own), cause)).events)
  }
  return events
}
