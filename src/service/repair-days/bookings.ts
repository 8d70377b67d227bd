import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { EventActor } from '#events/event.ts'
import { allocate, assertBeforeWave, isLiveBooking, queuePlace, stateAfterEnd } from '#rules/repair-days/bookings.ts'
import { assertDayAllows, isArrivalTime } from '#rules/repair-days/states.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { BookingRecord } from '#store/repair-days/bookings.ts'
import { type ChangeResult, type Tx, unchanged } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import { type Actor, assertNotErased, type MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { assertMay, ticketState } from '../shared/ticket-access.ts'
import { type Cause, lockDay, type OpenDay, recordBooking, settle } from './allocation.ts'

type BookingInput = Omit<Input<Contract['repairDays']['book']>, 'ticket'>
type BookingAnswer = Output<Contract['repairDays']['book']>

async function lockOwnTicket(tx: Tx, actor: Actor, id: number) {
  await assertNotErased(tx, actor)
  const ticket = await tx.tickets.lock(id)
  assertMay(actor, 'book', id, ticket)
  return ticket
}

/** Of many people at once, each free place goes to one, in the order in which they lock the day. The others wait in that order. */
export async function bookPlace(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  { id, wave = 0, backedUp }: BookingInput,
): Promise<BookingAnswer> {
  if (!backedUp) throw new Refusal('bad_input', { field: 'backedUp', flaw: 'not_fitting' })
  return ctx.store.change(async (tx): Promise<ChangeResult<BookingAnswer>> => {
    const at = ctx.now()
    const cause = { by: actor, at, zone: ctx.settings.current().timeZone }
    const ticket = await lockOwnTicket(tx, actor, ticketId)
    if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
    const open = await lockDay(tx, id)
    assertFewBookings(open.bookings, ticket)
    const { bookings, events } = await enterBooking(tx, open, ticket, wave, cause)
    return { answer: answerOf(bookings.find((one) => one.ticket === ticketId)), events }
  })
}

/** Gives a ticket a place on a locked day, or a place in the order of those who wait. */
export async function enterBooking(
  tx: Tx,
  open: OpenDay,
  ticket: Ticket,
  wave: number,
  cause: Cause,
): Promise<OpenDay> {
  const { day, bookings } = open
  const { at } = cause
  assertDayAllows('book', day, at)
  const own = bookings.find((one) => one.ticket === ticket.id)
  const kind = ticket.kind ?? ticket.type
  const next = allocate(day, bookings, { ticket: ticket.id, kind, wave }, at)
  if (!next) return open
  const { state, wave: given, keepsPosition } = next
  const last = Math.max(0, ...bookings.map(({ position }) => position))
  const position = own && keepsPosition ? own.position : last + 1
  const id = await tx.bookings.put(day.id, ticket.id, { kind, state, wave: given, own }, position, at)
  const about = { day: day.id, ticket: ticket.id, personId: ticket.person_id, forwardedAt: ticket.forwarded_at }
  const row = { ...about, id, kind, state, wave: given, position, offeredUntil: null }
  const booked = await recordBooking(tx, day, row, cause)
  const others = bookings.filter((one) => one !== own)
  // The place that the booking had before is free for others.
  return settle(tx, { day, bookings: [...others, row], events: [...open.events, booked] }, [], cause)
}

/** One person cannot fill a day with tickets that no device stands for. */
function assertFewBookings(bookings: readonly BookingRecord[], { id, person_id }: Ticket): void {
  const own = bookings.filter((one) => one.personId === person_id && isLiveBooking(one))
  if (own.length >= limits.bookings && bookings.every((one) => one.ticket !== id || !isLiveBooking(one)))
    throw new Refusal('too_many_bookings', { most: limits.bookings })
}

const answerOf = (own: { readonly state: BookingAnswer['state']; readonly wave: number | null } | undefined) => {
  if (!own) throw new Error('the booking is missing')
  return { state: own.state, wave: own.wave ?? 0 }
}

export function unbookPlace(ctx: Ctx, actor: Actor, ticketId: number, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const cause = { by: actor, at, zone: ctx.settings.current().timeZone }
    await lockOwnTicket(tx, actor, ticketId)
    const open = await lockDay(tx, id).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'repair_day_not_found' ? new Refusal('booking_not_found') : error
    })
    const own = open.bookings.find((one) => one.ticket === ticketId)
    if (!own || !isLiveBooking(own)) throw new Refusal('booking_not_found')
    if (own.state !== 'waiting') assertBeforeWave(open.day, own, at)
    const end = { id: own.id, state: stateAfterEnd(own), wave: own.wave, offeredUntil: null }
    const { events } = await settle(tx, open, [end], cause)
    return { answer: undefined, events }
  })
}

export function wishFor(
  ctx: Ctx,
  actor: MemberActor,
  { id, ticket, wish }: Input<Contract['repairDays']['wish']>,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    // An ending booking loses its wishes, so none is added meanwhile.
    await tx.repairDays.lock(id)
    const [own] = (await tx.bookings.ofTickets([ticket])).filter((one) => one.day === id && isLiveBooking(one))
    if (!own) throw new Refusal('booking_not_found')
    if (wish) await tx.bookings.addWish(own.id, actor.memberId, ctx.now())
    else await tx.bookings.removeWish(own.id, actor.memberId)
    return unchanged
  })
}

export interface Arrival {
  readonly waveAt: number
  readonly walkIn: boolean
  readonly events: readonly RecordedEvent[]
}

/** The place of a ticket in today's queue. If it has a booking, its owner has come. Of two days it comes to the one that it is booked for. */
export async function arrive(ctx: Ctx, tx: Tx, by: EventActor, ticket: Ticket, at: number): Promise<Arrival> {
  const days = (await tx.repairDays.announcedUntil(at)).filter((day) => isArrivalTime(day, at))
  const [first] = days
  if (!first) return { waveAt: 0, walkIn: true, events: [] }
  const booked = (await tx.bookings.ofTickets([ticket.id])).filter(({ state }) => state === 'booked')
  const today = days.find(({ id }) => booked.some(({ day }) => day === id))
  if (!today) return { ...queuePlace(first, undefined, at), events: [] }
  const cause = { by, at, zone: ctx.settings.current().timeZone }
  const open = await lockDay(tx, today.id)
  const own = open.bookings.find(({ ticket: id }) => id === ticket.id)
  if (own?.state !== 'booked') return { ...queuePlace(today, undefined, at), events: open.events }
  const come = { id: own.id, state: 'arrived' as const, wave: own.wave, offeredUntil: null }
  const { events } = await settle(tx, open, [come], cause)
  return { ...queuePlace(open.day, own.wave, at), events }
}

/** Refuses an owner who has no booking for a day that takes place now. */
export async function assertBookedNow(tx: Tx, ticket: number, id: number, at: number): Promise<void> {
  const day = await tx.repairDays.find(id)
  const [own] = (await tx.bookings.ofTickets([ticket])).filter((one) => one.day === id)
  if (!day || !own || !(own.state === 'booked' || own.state === 'arrived')) throw new Refusal('booking_not_found')
  assertDayAllows('arrive', day, at)
}
