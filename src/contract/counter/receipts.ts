import { post } from '../endpoint.ts'
import { Id, LineOfText, LongText, limits, MailOrNone, sample, TicketId, TimestampOrNone } from '../fields.ts'
import { BrowserSubscription } from '../messages/messages.ts'
import { StarRating } from '../tickets/outcome-fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { OwnersTicket } from '../tickets/tickets.ts'
import { field, flag, integer, namedObject, optional, Type, text } from '../type.ts'
import { exampleReceipt, QueueNumber, VisitState } from './counter.ts'

/** What is no receipt at all is as unknown as one that ended: nothing is told apart. */
const Receipt = field(LineOfText(limits.receipt, { minLength: 1 }), 'The secret of the receipt.', exampleReceipt)

/** A ticket as the holder of its receipt sees it. */
const OnReceipt = namedObject('OnReceipt', 'A ticket as whoever holds its receipt sees it.', {
  ticket: OwnersTicket,
  visit: field(
    Type.Union([
      Type.Null(),
      Type.Object({
        number: QueueNumber,
        state: VisitState,
        ahead: integer('How many people are before one; 0 unless waiting.', 3),
      }),
    ]),
    'Their place in the queue of the repair day; nothing where they have none today.',
    { number: 'A04', state: 'waiting', ahead: 3 },
  ),
  until: field(TimestampOrNone, 'When this receipt ends; empty while the ticket is open.', ''),
  visitor: flag('Whether it is nobody’s account yet, so that one can say “this is mine”.', true),
  notify: field(
    Type.Object({
      mail: markPersonal(text('Where a mail goes, not in full; empty where none does.', 'li***@example.edu'), 'mail'),
      mailPending: markPersonal(
        text(
          'Where a mail was sent whose link has to be opened before messages go there, not in full; empty where none was.',
          '',
        ),
        'mail',
      ),
      push: flag('Whether a browser is told.', false),
      mailWorks: flag('Whether the team sends mails.', true),
      pushKey: text('What a browser needs to be told; empty where the team does not.', ''),
    }),
    'How they are told when it is ready.',
  ),
})

const refusals = ['receipt_unknown'] as const
/** Refusals of what is done by a receipt in its visitor’s name. */
const acting = [...refusals, 'not_a_visitor', 'own_receipt'] as const

/** Calls with a receipt instead of an account. The member who made the receipt may not use it, and tickets of accounts cannot be changed by it. */
export const receipts = {
  info: post('/receipt/info', 'anyone', {
    ticket: 'see',
    summary: 'The ticket of a receipt, as its owner sees it, but with the phone number masked.',
    input: Type.Object({ receipt: Receipt }),
    output: OnReceipt,
    errors: refusals,
  }),
  comment: post('/receipt/comment', 'anyone', {
    ticket: 'comment',
    summary:
      'Comment on the ticket of a receipt. The same Idempotency-Key with the same fields within 24 hours is one note.',
    input: Type.Object({
      receipt: Receipt,
      content: field(LongText({ minLength: 1 }), 'What to say.', 'The lid is loose, too.'),
    }),
    output: Type.Object({ id: field(Id, 'The number of the note.', 88) }),
    keyed: true,
    errors: [...acting, 'key_reused', 'text_refused', 'not_in_miniprogram', 'peer_unavailable'],
  }),
  cancel: post('/receipt/cancel', 'anyone', {
    ticket: 'cancel',
    summary: 'Withdraw the ticket of a receipt, as its owner may.',
    input: Type.Object({ receipt: Receipt }),
    errors: [...acting, 'move_not_allowed'],
  }),
  rate: post('/receipt/rate', 'anyone', {
    ticket: 'rate',
    summary: 'What whoever holds the receipt thinks of the repair, once, after the device is back.',
    input: Type.Object({
      receipt: Receipt,
      stars: StarRating,
      content: optional(LineOfText(limits.search), 'A sentence about it.', 'It heats again, thank you!'),
    }),
    errors: [
      ...acting,
      'not_collected',
      'rated_already',
      'ticket_over',
      'text_refused',
      'not_in_miniprogram',
      'peer_unavailable',
    ],
  }),
  notify: post('/receipt/notify', 'anyone', {
    ticket: 'notify',
    summary:
      'How to tell whoever holds the receipt when it is ready, and when their number is called: by mail, in this browser, or both. A new mail address gets one mail with a link, and messages once its owner has opened that and agreed. Absent is unchanged; an empty mail, or `push` null, ends it. Only while nobody has said “this is mine”: then their account decides.',
    input: Type.Object({
      receipt: Receipt,
      mail: optional(MailOrNone, 'Where to write; empty to nobody.', sample.mail),
      push: optional(Type.Union([BrowserSubscription, Type.Null()]), 'The browser to tell; null none any more.'),
    }),
    errors: [...acting, 'no_channel', 'peer_unavailable'],
  }),
  adopt: post('/receipt/adopt', 'user', {
    ticket: 'adopt',
    summary:
      '“This is mine”: the ticket of a receipt moves to the account one is logged in with, and the receipt ends. Not for the member who made the receipt.',
    input: Type.Object({ receipt: Receipt }),
    output: Type.Object({ id: TicketId }),
    errors: [...acting, 'account_needed'],
  }),
}
