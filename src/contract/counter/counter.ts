import type { Static } from 'typebox'
import { get, post } from '../endpoint.ts'
import {
  CalendarDate,
  Id,
  Language,
  LineOfText,
  LongText,
  limits,
  MailOrNone,
  Name,
  Phone,
  patterned,
  sample,
  TicketId,
  Timestamp,
  TimestampOrNone,
} from '../fields.ts'
import { markPersonal, markTicketNumber } from '../tickets/ticket-access.ts'
import { Accessories, KindInput, PictureAddresses, TicketType } from '../tickets/ticket-fields.ts'
import { field, flag, integer, list, named, namedObject, optional, Type, text } from '../type.ts'

export const exampleReceipt = 'r3vR2m0i7QkzB1nX9sVt3mJ0hQ4yLw8uPf5cKd6eTgA'

/** 256 random bits, as a token has. A page that files without a network makes one, so that the paper is good at once. */
const NewReceipt = field(
  // The last letter has four bits of them alone.
  patterned('not_random', '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$', { maxLength: limits.receipt }),
  'A secret for the receipt: 32 random bytes in base64url. One that is plainly not random is refused. Made here if absent.',
  exampleReceipt,
)
const GivenReceipt = text('The secret of its receipt, which is told only now.', exampleReceipt)

export const QueueNumber = text('The number in the queue, as on paper and on the board.', 'A04')

/** The state of a visit. `skipped`: called and did not come, may come back. `gone`: has left. `served`: is at the bench. */
export const visitStates = ['waiting', 'called', 'served', 'skipped', 'gone'] as const
export const VisitState = named('VisitState', Type.Enum(visitStates), 'Where somebody is in the queue.', 'waiting')
export type VisitState = Static<typeof VisitState>

export const Shelf = field(LineOfText(limits.shelf), 'Where it lies; may be empty.', 'B3')
export const TagNumber = field(Id, 'The number of a printed tag.', 1043)

/** What is asked at the counter and at the kiosk alike. */
const intake = {
  type: TicketType,
  kind: KindInput,
  device: field(LineOfText(limits.device, { minLength: 1 }), 'What is broken.', sample.device),
  deviceModel: optional(LineOfText(limits.device), 'Its model.', sample.model),
  owner: optional(Name, 'Whose it is.'),
  phone: optional(Phone, 'The visitor’s phone number.'),
  mail: optional(MailOrNone, 'Where to write when it is ready.'),
  description: optional(LongText(), 'What is wrong with it.', 'It does not heat any more.'),
  accessories: optional(Accessories),
  lang: optional(Language, 'The language that the visitor chose.'),
  receipt: optional(NewReceipt),
  number: optional(
    patterned('bad_characters', '^[A-Z]{2}[0-9]{2,3}$', { maxLength: 5 }),
    'A number that was given out without a network: two letters of the device that gave it, and a count. It is kept unless somebody else has it today.',
    'QX01',
  ),
  day: optional(
    CalendarDate,
    'The day on which that number was given out. Who came on an earlier day than today does not join the queue of today.',
  ),
}

const filed = { id: TicketId, receipt: GivenReceipt, number: optional(QueueNumber) }

const Visit = namedObject('Visit', 'Somebody in the queue of the day.', {
  id: TicketId,
  number: QueueNumber,
  kind: integer('What their device is: one of the team’s own kinds, or its type.', 0),
  device: markPersonal(text('What is broken.', sample.device), 'words'),
  owner: markPersonal(text('Whose it is; may be empty.', sample.person), 'owner'),
  state: VisitState,
  since: field(Timestamp, 'When they came.'),
  calledTime: field(TimestampOrNone, 'When they were called last; empty if never.'),
  calledBy: text('Who called them; empty if nobody has.', sample.colleague),
  mine: flag('Whether I called them.', false),
})

/** Visitors without an account, their receipts, and the queue of a repair day. */
export const counter = {
  create: post('/counter/create', 'member', {
    ticket: { none: 'There is no ticket yet: it makes one, which is the visitor’s.' },
    summary:
      'File a ticket for a visitor without an account. It is theirs, not the member’s; who filed it is kept, and no hourly limit holds. With `queue` they get a number of today; without it, or with a shelf or a tag, the device is received at once. The same Idempotency-Key with the same fields within 24 hours is one ticket; repeated without a `receipt` of one’s own, it answers a new one, and the one before ends.',
    input: Type.Object({
      ...intake,
      pic: optional(PictureAddresses),
      shelf: optional(Shelf),
      tag: optional(TagNumber),
      queue: optional(flag('Whether they wait for their turn today.', true)),
    }),
    output: Type.Object(filed),
    keyed: true,
    errors: ['key_reused', 'tag_unknown', 'tag_taken', 'receipt_taken', 'receipt_over'],
  }),
  receipt: post('/counter/receipt', 'member', {
    ticket: 'make_receipt',
    summary:
      'A new receipt for a visitor’s ticket; the one before ends. For who filed it, who works on it, and administrators; on the day of the intake for any member. Never for a ticket of an account.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({ receipt: GivenReceipt }),
    errors: ['ticket_not_found', 'ticket_merged', 'not_a_visitor', 'not_at_counter', 'receipt_over'],
  }),
  revoke: post('/counter/revoke', 'member', {
    ticket: 'end_receipt',
    summary: 'End the receipt of a ticket without a new one.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged'],
  }),
  arrive: post('/counter/arrive', 'member', {
    ticket: 'queue',
    summary:
      'The owner of a ticket has come to the repair day: a number in the queue. Who is in it already keeps theirs; who had left, or was skipped, is back at their place.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({ number: QueueNumber }),
    errors: ['ticket_not_found', 'ticket_merged', 'ticket_over'],
  }),
  queue: get('/counter/queue', 'member', {
    ticket: 'browse',
    summary: 'The queue of today, or of another day: in the order in which people came.',
    input: Type.Object({ day: optional(CalendarDate, 'Which day; today if absent.') }),
    output: Type.Object({ day: field(CalendarDate, 'The day.'), list: list(Visit, 'All who came, in their order.') }),
  }),
  call: post('/counter/call', 'member', {
    ticket: 'queue',
    summary:
      'Call the next one in the queue of today: of these kinds, or this very one. Of several members at once each gets another one.',
    input: Type.Object({
      kinds: optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 999 }), { maxItems: 30 }),
        'What I can mend; all if absent or empty.',
        [0],
      ),
      id: optional(TicketId, 'The ticket of the one to call.', 12),
    }),
    output: Visit,
    errors: ['nobody_waits', 'not_in_queue', 'visit_over', 'ticket_merged'],
  }),
  mark: post('/counter/mark', 'member', {
    ticket: 'queue',
    summary:
      'What became of somebody in the queue of today: `served` when they are at the bench (the ticket is claimed if nobody has it, and the device received), `skipped`, `gone`, or `waiting` when they are back.',
    input: Type.Object({
      id: TicketId,
      state: field(Type.Enum(['waiting', 'served', 'skipped', 'gone']), 'What became of them.', 'served'),
    }),
    output: Visit,
    errors: ['not_in_queue', 'visit_over', 'ticket_merged'],
  }),
  kiosk: post('/counter/kiosk', 'member', {
    ticket: 'unrelated',
    summary: 'Open a kiosk for the rest of the day: the secret of a page on which visitors register themselves.',
    output: Type.Object({
      kiosk: text('The secret of the kiosk, which is told only now.', exampleReceipt),
      until: field(Timestamp, 'When it closes by itself.', sample.end),
    }),
  }),
  closeKiosks: post('/counter/closekiosks', 'member', {
    ticket: 'unrelated',
    summary: 'Close all kiosks.',
  }),
  tags: post('/counter/tags', 'member', {
    ticket: 'unrelated',
    summary: 'Numbers for a sheet of blank tags, which nobody has yet.',
    input: Type.Object({ count: field(Type.Integer({ minimum: 1, maximum: limits.tags }), 'How many.', 24) }),
    output: Type.Object({ tags: list(TagNumber, 'Their numbers.', [1043, 1044]) }),
  }),
  tag: get('/counter/tag', 'member', {
    ticket: 'browse',
    summary: 'Which ticket a printed tag is tied to.',
    input: Type.Object({ tag: TagNumber }),
    output: Type.Object({ id: markTicketNumber(integer('The number of the ticket; 0 while it is blank.', 12)) }),
    errors: ['tag_unknown'],
  }),
  kioskInfo: post('/kiosk/info', 'anyone', {
    ticket: 'unrelated',
    summary: 'Whether a kiosk is still open.',
    input: Type.Object({
      kiosk: field(LineOfText(limits.receipt, { minLength: 1 }), 'The secret of the kiosk.', exampleReceipt),
    }),
    output: Type.Object({ until: field(Timestamp, 'When it closes by itself.', sample.end) }),
    errors: ['kiosk_closed'],
  }),
  kioskCreate: post('/kiosk/create', 'anyone', {
    ticket: { none: 'There is no ticket yet: it makes one, which is the visitor’s.' },
    summary:
      'A visitor registers themselves at a kiosk, and gets a receipt and a number of today. The same `receipt` again is the same ticket.',
    input: Type.Object({
      kiosk: field(LineOfText(limits.receipt, { minLength: 1 }), 'The secret of the kiosk.', exampleReceipt),
      ...intake,
    }),
    output: Type.Object(filed),
    errors: ['kiosk_closed', 'receipt_taken'],
  }),
}
