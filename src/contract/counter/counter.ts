import type { Static } from 'typebox'
import { get, post } from '../endpoint.ts'
import { ticketErrors } from '../errors.ts'
import {
  CalendarDate,
  Id,
  Language,
  LineOfText,
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
import { markTicketNumber } from '../tickets/ticket-access.ts'
import {
  Accessories,
  DeviceName,
  FaultInput,
  NewDevice,
  OwnerName,
  PictureAddresses,
} from '../tickets/ticket-fields.ts'
import { field, flag, integer, list, named, namedObject, optional, Type, text } from '../type.ts'

export const exampleReceipt = 'r3vR2m0i7QkzB1nX9sVt3mJ0hQ4yLw8uPf5cKd6eTgA'

/** 256 random bits. A page that files tickets while offline makes it, so that the printed receipt works at once. */
const NewReceipt = field(
  // The last letter encodes only four bits.
  patterned('not_random', '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$', { maxLength: limits.receipt }),
  'A secret for the receipt: 32 random bytes in base64url, made by the client. A secret that is obviously not random is refused. By default the service makes one.',
  exampleReceipt,
)
const GivenReceipt = text('The secret of the receipt. It cannot be read again later.', exampleReceipt)

export const QueueNumber = text('The number in the queue, as printed and as shown on the board.', 'A04')

export const Bench = text(
  'The bench to which the visitor is called; empty if none was given. A number alone is shown as “Bench 3”.',
  '3',
)

/** The state of a visit. `skipped`: called and did not come, may come back. `gone`: has left. `served`: is at the bench. */
export const visitStates = ['waiting', 'called', 'served', 'skipped', 'gone'] as const
export const VisitState = named('VisitState', Type.Enum(visitStates), 'The state of a visit in the queue.', 'waiting')
export type VisitState = Static<typeof VisitState>

export const Shelf = field(LineOfText(limits.shelf), 'The shelf; may be empty.', 'B3')
export const TagNumber = field(Id, 'The number of a printed tag.', 1043)

/** The fields of both the counter and the kiosk. */
const intake = {
  ...NewDevice,
  owner: optional(Name, 'The owner’s name.'),
  phone: optional(Phone, 'The visitor’s phone number.'),
  mail: optional(MailOrNone, 'Where to send emails about the ticket.'),
  description: FaultInput,
  accessories: optional(Accessories),
  lang: optional(Language, 'The language that the visitor chose.'),
  receipt: optional(NewReceipt),
  number: optional(
    patterned('bad_characters', '^[A-Z]{2}[0-9]{2,3}$', { maxLength: 5 }),
    'A queue number that a device gave out while it was offline: two letters of that device and a count. It is kept unless it is taken today.',
    'QX01',
  ),
  day: optional(
    CalendarDate,
    'The day on which `number` was given out. Visitors of an earlier day do not join today’s queue.',
  ),
}

const KioskSecret = field(LineOfText(limits.receipt, { minLength: 1 }), 'The secret of the kiosk.', exampleReceipt)
const KioskEnd = field(Timestamp, 'When the kiosk closes by itself.', sample.end)

const filed = { id: TicketId, receipt: GivenReceipt, number: optional(QueueNumber) }

const Visit = namedObject('Visit', 'A visit in the queue of the day.', {
  id: TicketId,
  number: QueueNumber,
  kind: integer('The kind of the device: one of the team’s own kinds, or its type.', 0),
  device: DeviceName,
  owner: OwnerName,
  state: VisitState,
  since: field(Timestamp, 'When they arrived.'),
  calledTime: field(TimestampOrNone, 'When they were last called; empty if never.'),
  calledBy: text('Who called them; empty if they were not called.', sample.colleague),
  mine: flag('Whether you called them.', false),
  bench: Bench,
})

export const counter = {
  create: post('/counter/create', 'member', {
    ticket: { none: 'It creates a ticket, which belongs to the visitor.' },
    summary:
      'Submit a ticket for a visitor without an account. The ticket belongs to the visitor; the member is recorded as the one who took it in, and no hourly limit applies. With `queue` the visitor gets a number in today’s queue. Without it, or with a shelf or a tag, the device is received at once. With an `Idempotency-Key` and without `receipt`, a repeated call answers a new receipt and ends the one before.',
    input: Type.Object({
      ...intake,
      pic: optional(PictureAddresses),
      shelf: optional(Shelf),
      tag: optional(TagNumber),
      queue: optional(flag('Whether they join today’s queue.', true)),
    }),
    output: Type.Object(filed),
    keyed: true,
    errors: ['key_reused', 'tag_unknown', 'tag_taken', 'receipt_taken', 'receipt_over'],
  }),
  receipt: post('/counter/receipt', 'member', {
    ticket: 'make_receipt',
    summary:
      'Make a new receipt for a visitor’s ticket. It ends the receipt before. Allowed for the member who took in the ticket, its workers and administrators, and on the day of the intake for every member. Never for a ticket of an account.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({ receipt: GivenReceipt }),
    errors: [...ticketErrors, 'not_a_visitor', 'not_at_counter', 'receipt_over'],
  }),
  revoke: post('/counter/revoke', 'member', {
    ticket: 'end_receipt',
    summary: 'End the receipt of a ticket without a new one.',
    input: Type.Object({ id: TicketId }),
    errors: ticketErrors,
  }),
  arrive: post('/counter/arrive', 'member', {
    ticket: 'queue',
    summary:
      'Add the owner of a ticket to today’s queue. An owner who is in the queue keeps the number; one who was skipped or had left returns to the same place.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({ number: QueueNumber }),
    errors: [...ticketErrors, 'ticket_over'],
  }),
  queue: get('/counter/queue', 'member', {
    ticket: 'browse',
    summary: 'List the queue of a day, in order of arrival.',
    input: Type.Object({ day: optional(CalendarDate, 'The day; today by default.') }),
    output: Type.Object({ day: field(CalendarDate, 'The day.'), list: list(Visit, 'The visits in order of arrival.') }),
  }),
  call: post('/counter/call', 'member', {
    ticket: 'queue',
    summary:
      'Call the next visitor of today’s queue. It is the first visitor with one of `kinds`, or the visitor of ticket `id`. Members who call at the same time get different visitors.',
    input: Type.Object({
      kinds: optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 999 }), { maxItems: 30 }),
        'Kinds of devices to call for; all if absent or empty.',
        [0],
      ),
      id: optional(TicketId, 'The ticket of the visitor to call.', 12),
      bench: optional(
        LineOfText(limits.bench),
        'Where they are to come, such as the number of a bench. The board, the receipt and the message to the visitor name it.',
        '3',
      ),
    }),
    output: Visit,
    errors: ['nobody_waits', 'not_in_queue', 'visit_over', 'ticket_merged'],
  }),
  mark: post('/counter/mark', 'member', {
    ticket: 'queue',
    summary:
      'Set the state of a visit in today’s queue. `served` claims the ticket if it is unclaimed, and receives the device. `waiting` puts the visitor back into the queue.',
    input: Type.Object({
      id: TicketId,
      state: field(Type.Enum(['waiting', 'served', 'skipped', 'gone']), 'The new state.', 'served'),
    }),
    output: Visit,
    errors: ['not_in_queue', 'visit_over', 'ticket_merged'],
  }),
  kiosk: post('/counter/kiosk', 'member', {
    ticket: 'unrelated',
    summary:
      'Open a kiosk until the end of the day. It answers the secret of a page where visitors register themselves.',
    output: Type.Object({
      kiosk: text('The secret of the kiosk. It cannot be read again later.', exampleReceipt),
      until: KioskEnd,
    }),
  }),
  closeKiosks: post('/counter/closekiosks', 'member', {
    ticket: 'unrelated',
    summary: 'Close all kiosks.',
  }),
  tags: post('/counter/tags', 'member', {
    ticket: 'unrelated',
    summary: 'Reserve numbers for a sheet of blank tags.',
    input: Type.Object({ count: integer('How many tags.', 24, { minimum: 1, maximum: limits.tags }) }),
    output: Type.Object({ tags: list(TagNumber, 'The reserved numbers.', [1043, 1044]) }),
  }),
  tag: get('/counter/tag', 'member', {
    ticket: 'browse',
    summary: 'Find the ticket that a printed tag is tied to.',
    input: Type.Object({ tag: TagNumber }),
    output: Type.Object({ id: markTicketNumber(integer('The number of the ticket; 0 if the tag is blank.', 12)) }),
    errors: ['tag_unknown'],
  }),
  kioskInfo: post('/kiosk/info', 'anyone', {
    ticket: 'unrelated',
    summary: 'Check whether a kiosk is open.',
    input: Type.Object({
      kiosk: KioskSecret,
    }),
    output: Type.Object({ until: KioskEnd }),
    errors: ['kiosk_closed'],
  }),
  kioskCreate: post('/kiosk/create', 'anyone', {
    ticket: { none: 'It creates a ticket, which belongs to the visitor.' },
    summary:
      'Register a visitor at a kiosk. It answers a receipt and a number in today’s queue. Repeating the call with the same `receipt` answers the same ticket.',
    input: Type.Object({
      kiosk: KioskSecret,
      ...intake,
    }),
    output: Type.Object(filed),
    errors: ['kiosk_closed', 'receipt_taken'],
  }),
}
