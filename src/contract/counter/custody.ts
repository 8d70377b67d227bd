import { get, post } from '../endpoint.ts'
import { ticketErrors } from '../errors.ts'
import { Id, LineOfText, limits, MemberId, Name, PageOf, Paging, sample, TicketId, Timestamp } from '../fields.ts'
import { Channel, MessageKindSchema } from '../messages/messages.ts'
import { markTicketNumber } from '../tickets/ticket-access.ts'
import {
  Accessories,
  DeviceName,
  KindOrType,
  OwnerName,
  OwnerPhone,
  PictureAddresses,
  StatusSchema,
  TicketType,
} from '../tickets/ticket-fields.ts'
import { field, flag, integer, listOf, namedObject, optional, Type, text } from '../type.ts'
import { Shelf, TagNumber } from './counter.ts'
import { Holding } from './custody-fields.ts'

const DeviceHere = namedObject('Kept', 'A device that the team has.', {
  id: TicketId,
  type: TicketType,
  kind: KindOrType,
  status: StatusSchema,
  device: DeviceName,
  owner: OwnerName,
  phone: OwnerPhone,
  ...Holding.properties,
  ready: flag('Whether it is ready for collection: repaired, not repaired or cancelled.', true),
  told: listOf('The messages to the owner about collection, sent or planned, latest first.', {
    kind: MessageKindSchema,
    channel: Channel,
    at: field(Timestamp, 'When it was sent or is due.'),
    sent: flag('Whether it was sent.', true),
  }),
})

const Stocktake = namedObject('Stocktake', 'The result of a stocktake.', {
  id: field(Id, 'The number of the stocktake.', 4),
  createdTime: field(Timestamp, 'When it was done.'),
  by: text('The member who did it.', sample.colleague),
  shelf: text('The shelf; empty for all shelves.', 'B3'),
  there: integer('How many devices were where they should be.', 12),
  missing: listOf('Devices that should have been there and were not found.', {
    id: TicketId,
    device: DeviceName,
    shelf: text('The shelf where it should be; may be empty.', 'B3'),
  }),
  stray: listOf('Scans of things that should not have been there.', {
    scan: text('The scanned text.', '1043'),
    id: markTicketNumber(integer('The ticket that it belongs to; 0 if none.', 12)),
    why: field(
      Type.Enum(['unknown', 'blank', 'returned', 'never_received', 'elsewhere']),
      'Unknown code, blank tag, device already returned, device never received, or device that belongs elsewhere.',
      'returned',
    ),
  }),
})

export const custody = {
  receive: post('/tickets/receive', 'member', {
    ticket: 'receive',
    summary:
      'Record that the team received a device. It may state accessories, pictures of its condition, a shelf and a tag. A repeated call records the new statement.',
    input: Type.Object({
      id: TicketId,
      accessories: optional(Accessories),
      shelf: optional(Shelf),
      tag: optional(TagNumber),
      pic: optional(PictureAddresses),
    }),
    keyed: true,
    errors: [...ticketErrors, 'ticket_over', 'tag_unknown', 'tag_taken', 'pictures_over', 'key_reused'],
  }),
  shelf: post('/tickets/shelf', 'member', {
    ticket: 'place',
    summary: 'Put a device on a shelf.',
    input: Type.Object({
      id: TicketId,
      shelf: field(LineOfText(limits.shelf, { minLength: 1 }), 'The shelf.', 'B3'),
    }),
    errors: [...ticketErrors, 'never_received'],
  }),
  hand: post('/tickets/hand', 'member', {
    ticket: 'place',
    summary: 'Move a device to the bench, or give it to a colleague or workshop.',
    input: Type.Object({
      id: TicketId,
      to: field(Type.Enum(['bench', 'colleague', 'workshop']), 'Where it goes.', 'bench'),
      member: optional(MemberId, 'The colleague.'),
      name: optional(Name, 'The name of the workshop.', 'Lamps & Sons'),
    }),
    errors: [...ticketErrors, 'never_received', 'member_not_found'],
  }),
  tie: post('/tickets/tag', 'member', {
    ticket: 'place',
    summary: 'Tie a printed tag to the device of a ticket.',
    input: Type.Object({ id: TicketId, tag: TagNumber }),
    errors: [...ticketErrors, 'never_received', 'tag_unknown', 'tag_taken'],
  }),
  list: get('/member/custody', 'member', {
    ticket: 'browse',
    summary:
      'List all devices that the team has. Devices that are ready for collection come first, those that have waited longest at the top, with the messages that their owners got.',
    input: Type.Object({ ...Paging, shelf: optional(LineOfText(limits.shelf), 'Only devices on this shelf.', 'B3') }),
    output: PageOf(DeviceHere),
  }),
  stocktake: post('/member/stocktake', 'member', {
    ticket: 'browse',
    summary:
      'Record a stocktake. It compares the scanned codes with what should be on the shelves, and stores the result.',
    input: Type.Object({
      shelf: optional(LineOfText(limits.shelf), 'The shelf; all if absent or empty.', 'B3'),
      scans: field(
        Type.Array(LineOfText(limits.search, { minLength: 1 }), { maxItems: limits.scans }),
        'Scanned or typed codes: addresses of tags and tickets, `T1043` for a tag, or ticket numbers.',
        ['T1043', '12'],
      ),
    }),
    output: Stocktake,
  }),
  stocktakes: get('/member/stocktakes', 'member', {
    ticket: 'browse',
    summary: 'List earlier stocktakes, latest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Stocktake),
  }),
}
