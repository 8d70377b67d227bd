import { get, post } from '../endpoint.ts'
import { ticketErrors } from '../errors.ts'
import { TicketId } from '../fields.ts'
import { flag, integer, list, optional, Type, text } from '../type.ts'
import { BookingStateField, DayBooking, DayId, OwnBooking, RepairDay, RepairDaySummary } from './day-fields.ts'

const QueueNumber = text('The number in the queue, as printed and as shown on the board.', 'A04')

/** The questions before a booking, by an account or by a receipt. */
export const BookingInput = {
  id: DayId,
  wave: optional(integer('The number of the wave; 0 or absent for any.', 9, { minimum: 0 })),
  backedUp: flag('Whether the data on the device is backed up, or it has none. A booking needs a yes.', true),
}
export const BookingAnswer = Type.Object({
  state: BookingStateField,
  wave: integer('The number of the wave; 0 while any wave will do.', 9),
})
export const bookingErrors = [
  'repair_day_not_found',
  'repair_day_state',
  'ticket_over',
  'kind_not_mended',
  'wave_not_found',
  'wave_over',
  'wave_full',
  'too_many_bookings',
] as const
export const unbookingErrors = ['booking_not_found', 'wave_over'] as const
export const arrivalErrors = ['booking_not_found', 'repair_day_state', 'ticket_over'] as const
export const ArrivalAnswer = Type.Object({ number: QueueNumber })

export const repairDays = {
  list: get('/events', 'anyone', {
    ticket: 'unrelated',
    summary: 'List the announced repair days that are not over, the earliest first.',
    output: Type.Object({ list: list(RepairDaySummary, 'The repair days, the earliest first.') }),
  }),
  info: get('/events/info', 'anyone', {
    ticket: 'unrelated',
    summary: 'Get an announced repair day with its waves and free places. It says nothing about owners.',
    input: Type.Object({ id: DayId }),
    output: RepairDay,
    errors: ['repair_day_not_found'],
  }),
  book: post('/events/book', 'user', {
    ticket: 'book',
    summary:
      'Book a place on a repair day for your own ticket. Without a free place the booking waits in order, and gets an offer when one becomes free. The same call takes an offered place, and changes the wave of a booking until the wave begins; a booking stays as it is if the new wave is full.',
    input: Type.Object({ ...BookingInput, ticket: TicketId }),
    output: BookingAnswer,
    errors: [...ticketErrors, 'not_the_owner', ...bookingErrors],
  }),
  unbook: post('/events/unbook', 'user', {
    ticket: 'book',
    summary:
      'Give back a place on a repair day, leave the waiting list, or let an offered place go. Possible until the wave begins.',
    input: Type.Object({ id: DayId, ticket: TicketId }),
    errors: [...ticketErrors, 'not_the_owner', ...unbookingErrors],
  }),
  mine: get('/events/mine', 'user', {
    ticket: { none: 'It answers the bookings of the caller’s own tickets alone.' },
    summary: 'List your bookings for repair days that are not over, the earliest first.',
    output: Type.Object({ list: list(OwnBooking, 'Your bookings, the earliest first.') }),
  }),
  arrive: post('/events/arrive', 'user', {
    ticket: 'book',
    summary:
      'Say that you have come to the repair day that you booked. It answers your number in the queue, which is called before visitors of the same wave without a booking.',
    input: Type.Object({ id: DayId, ticket: TicketId }),
    output: ArrivalAnswer,
    errors: [...ticketErrors, 'not_the_owner', ...arrivalErrors],
  }),
  bookings: get('/events/bookings', 'member', {
    ticket: 'browse',
    summary: 'List the bookings of a repair day for members: those with a place by wave, then those who wait in order.',
    input: Type.Object({ id: DayId }),
    output: Type.Object({ list: list(DayBooking, 'The bookings.') }),
    errors: ['repair_day_not_found'],
  }),
  wish: post('/events/wish', 'member', {
    ticket: 'browse',
    summary:
      'Say that you would like to repair a booked device, or take it back. Colleagues see it. It is not a claim.',
    input: Type.Object({ id: DayId, ticket: TicketId, wish: flag('Whether you would like to repair it.', true) }),
    errors: ['booking_not_found'],
  }),
}
