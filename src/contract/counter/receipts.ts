import { post } from '../endpoint.ts'
import { textErrors } from '../errors.ts'
import { Id, LineOfText, LongText, limits, MailOrNone, sample, TicketId, TimestampOrNone } from '../fields.ts'
import { BrowserSubscription } from '../messages/messages.ts'
import { DayId, OwnBooking } from '../repair-days/day-fields.ts'
import {
  ArrivalAnswer,
  arrivalErrors,
  BookingAnswer,
  BookingInput,
  bookingErrors,
  unbookingErrors,
} from '../repair-days/repair-days.ts'
import { RatingFields } from '../tickets/outcome-fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { OwnersTicket } from '../tickets/tickets.ts'
import { field, flag, integer, list, namedObject, nullable, objectOf, optional, Type, text } from '../type.ts'
import { Bench, exampleReceipt, QueueNumber, VisitState } from './counter.ts'

/** The answers for malformed, unknown and ended receipts are the same. */
const Receipt = field(LineOfText(limits.receipt, { minLength: 1 }), 'The secret of the receipt.', exampleReceipt)

const OnReceipt = namedObject('OnReceipt', 'A ticket as the holder of its receipt sees it.', {
  ticket: OwnersTicket,
  visit: nullable(
    Type.Object({
      number: QueueNumber,
      state: VisitState,
      ahead: integer('How many visitors are before this one; 0 unless waiting.', 3),
      bench: Bench,
    }),
    'The visit in today’s queue; null if there is none.',
    { number: 'A04', state: 'waiting', ahead: 3, bench: '' },
  ),
  bookings: list(OwnBooking, 'The bookings of the ticket for repair days that are not over.'),
  until: field(TimestampOrNone, 'When this receipt ends; empty while the ticket is open.', ''),
  visitor: flag('Whether the ticket belongs to no account yet, so that POST /receipt/adopt works.', true),
  notify: objectOf('How the holder is notified.', {
    mail: markPersonal(
      text('The masked email address for messages; empty if there is none.', 'li***@example.edu'),
      'mail',
    ),
    mailPending: markPersonal(
      text('The masked email address that has not been confirmed by its link yet; empty if there is none.', ''),
      'mail',
    ),
    push: flag('Whether a browser is notified.', false),
    mailWorks: flag('Whether the team can send email.', true),
    pushKey: text('The key for browser subscriptions; empty if the team sends no push messages.', ''),
  }),
})

const refusals = ['receipt_unknown'] as const
/** The errors of actions by a receipt. */
const acting = [...refusals, 'not_a_visitor', 'own_receipt'] as const

/** Calls with a receipt instead of an account. The member who made the receipt may not use it, and tickets of accounts cannot be changed by it. */
export const receipts = {
  info: post('/receipt/info', 'anyone', {
    ticket: 'see',
    summary: 'Get the ticket of a receipt. The answer is what the owner sees, with the phone number masked.',
    input: Type.Object({ receipt: Receipt }),
    output: OnReceipt,
    errors: refusals,
  }),
  comment: post('/receipt/comment', 'anyone', {
    ticket: 'comment',
    summary: 'Comment on the ticket of a receipt.',
    input: Type.Object({
      receipt: Receipt,
      content: field(LongText({ minLength: 1 }), 'The text of the comment.', 'The lid is loose, too.'),
    }),
    output: Type.Object({ id: field(Id, 'The number of the note.', 88) }),
    keyed: true,
    errors: [...acting, 'key_reused', ...textErrors],
  }),
  cancel: post('/receipt/cancel', 'anyone', {
    ticket: 'cancel',
    summary: 'Cancel the ticket of a receipt.',
    input: Type.Object({ receipt: Receipt }),
    errors: [...acting, 'move_not_allowed'],
  }),
  book: post('/receipt/book', 'anyone', {
    ticket: 'book',
    summary: 'Book a place on a repair day for the ticket of a receipt, change its wave, or take an offered place.',
    input: Type.Object({ receipt: Receipt, ...BookingInput }),
    output: BookingAnswer,
    errors: [...acting, ...bookingErrors],
  }),
  unbook: post('/receipt/unbook', 'anyone', {
    ticket: 'book',
    summary: 'Give back the place of the ticket of a receipt, leave the waiting list, or let an offered place go.',
    input: Type.Object({ receipt: Receipt, id: DayId }),
    errors: [...acting, ...unbookingErrors],
  }),
  arrive: post('/receipt/arrive', 'anyone', {
    ticket: 'book',
    summary: 'Say that you have come to the repair day that the ticket of a receipt is booked for.',
    input: Type.Object({ receipt: Receipt, id: DayId }),
    output: ArrivalAnswer,
    errors: [...acting, ...arrivalErrors],
  }),
  rate: post('/receipt/rate', 'anyone', {
    ticket: 'rate',
    summary: 'Rate the repair of a receipt, once, after the device was collected.',
    input: Type.Object({
      receipt: Receipt,
      ...RatingFields,
    }),
    errors: [...acting, 'not_collected', 'rated_already', 'ticket_over', ...textErrors],
  }),
  notify: post('/receipt/notify', 'anyone', {
    ticket: 'notify',
    summary:
      'Choose how the holder of a receipt is notified. Messages go out when the device is ready and when the queue number is called. A new email address first gets a single email with a confirmation link. Absent fields stay unchanged; an empty `mail` or a null `push` switches that channel off. After the ticket was adopted, the settings of the account apply instead.',
    input: Type.Object({
      receipt: Receipt,
      mail: optional(MailOrNone, 'The email address; empty switches email off.', sample.mail),
      push: optional(Type.Union([BrowserSubscription, Type.Null()]), 'The browser to notify; null switches it off.'),
    }),
    errors: [...acting, 'no_channel', 'peer_unavailable'],
  }),
  adopt: post('/receipt/adopt', 'user', {
    ticket: 'adopt',
    summary:
      'Move the ticket of a receipt to the caller’s account. The receipt ends. Refused for the member who made the receipt.',
    input: Type.Object({ receipt: Receipt }),
    output: Type.Object({ id: TicketId }),
    errors: [...acting, 'account_needed'],
  }),
}
