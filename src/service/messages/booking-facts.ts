import { type Lang, textIn } from '#contract/languages.ts'
import type { MessageContent, MessageTicket } from '#contract/messages/message-facts.ts'
import { localDate } from '#kit/time.ts'
import { visitStateOf } from '#rules/counter/counter.ts'
import type { MessageItem } from '#rules/messages/messages.ts'
import { isLiveBooking } from '#rules/repair-days/bookings.ts'
import { isComing } from '#rules/repair-days/states.ts'
import type { Tx } from '#store/store.ts'
import { placeText } from '../repair-days/special-duty.ts'
import type { Ctx } from '../shared/context.ts'
import { wallTimesOf } from './duty-facts.ts'

/** While the visitor waits, and few are ahead. */
export async function soonFacts(
  ctx: Ctx,
  tx: Tx,
  { ticket }: Extract<MessageItem, { kind: 'soon' }>,
  named: MessageTicket,
): Promise<MessageContent | undefined> {
  const visit = await tx.visits.ofTicket(ticket, localDate(ctx.deletionTime(), ctx.settings.current().timeZone))
  if (!visit || visitStateOf(visit) !== 'waiting') return undefined
  const ahead = await tx.visits.countAhead(visit)
  return ahead === 0 ? undefined : { kind: 'soon', ...named, turn: visit.number, ahead }
}

/** A booking while it is as the message says. */
export async function bookingFacts(
  ctx: Ctx,
  tx: Tx,
  { kind, ticket, day: id }: Extract<MessageItem, { day: number }>,
  named: MessageTicket,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const day = await tx.repairDays.find(id)
  const booking = (await tx.bookings.ofTickets([ticket])).find((one) => one.day === id)
  if (!day || !booking) return undefined
  const at = ctx.deletionTime()
  const { from, until } = day.waves.find((wave) => wave.id === booking.wave) ?? day
  const facts = {
    ...named,
    ...wallTimesOf(ctx, from, until),
    title: textIn(day.title, lang),
    place: textIn(placeText(ctx, day), lang),
  }
  if (kind === 'day_changed') {
    const off = !isComing(day, at)
    return (off ? booking.state === 'cancelled' : isLiveBooking(booking)) ? { kind, ...facts, off } : undefined
  }
  if (!isComing(day, at) || from <= at) return undefined
  if (kind === 'booking_tomorrow') return booking.state === 'booked' ? { kind, ...facts } : undefined
  if (booking.state !== 'offered' || booking.offeredUntil === null) return undefined
  const { date: keptDate, from: keptUntil } = wallTimesOf(ctx, booking.offeredUntil, booking.offeredUntil)
  return { kind, ...facts, keptDate, keptUntil }
}
