import { get, post } from '../endpoint.ts'
import { Id, LineOfText, limits, MemberId, Name, PageOf, Paging, sample, TicketId, Timestamp } from '../fields.ts'
import { Channel, MessageKindSchema } from '../messages/messages.ts'
import { markPersonal, markTicketNumber } from '../tickets/ticket-access.ts'
import { Accessories, PictureAddresses, StatusSchema, TicketType } from '../tickets/ticket-fields.ts'
import { field, flag, integer, listOf, namedObject, optional, Type, text } from '../type.ts'
import { Shelf, TagNumber } from './counter.ts'
import { Holding } from './custody-fields.ts'

const Kept = namedObject('Kept', 'A device that is with the team.', {
  id: TicketId,
  type: TicketType,
  kind: integer('Which of the team’s own kinds it is; the same as `type` if it is none of them.', 0),
  status: StatusSchema,
  device: markPersonal(text('What it is.', sample.device), 'words'),
  owner: markPersonal(text('Whose it is; may be empty.', sample.person), 'owner'),
  ...Holding.properties,
  ready: flag('Whether it waits for its owner: repaired, given up or withdrawn.', true),
  told: listOf('What its owner was told, and is to be told, about collecting it: the latest first.', {
    kind: MessageKindSchema,
    channel: Channel,
    at: field(Timestamp, 'When it was sent, or is to be.'),
    sent: flag('Whether it was sent.', true),
  }),
})

/** What was found on the shelves that should not be there, or should and was not. */
const Stocktake = namedObject('Stocktake', 'What somebody found on the shelves.', {
  id: field(Id, 'The number of the stocktaking.', 4),
  createdTime: field(Timestamp, 'When it was done.'),
  by: text('Who did it.', sample.colleague),
  shelf: text('Which shelf; empty for all.', 'B3'),
  there: integer('How many were where they should be.', 12),
  missing: listOf('What should be there and was not.', {
    id: TicketId,
    device: markPersonal(text('What it is.', sample.device), 'words'),
    shelf: text('Where it should be; may be empty.', 'B3'),
  }),
  stray: listOf('What was there and should not be.', {
    scan: text('What was scanned.', '1043'),
    id: markTicketNumber(integer('The ticket it belongs to; 0 where there is none.', 12)),
    why: field(
      Type.Enum(['unknown', 'blank', 'returned', 'never_received', 'elsewhere']),
      'Nobody knows it, the tag is tied to nothing, it was handed back, it was never received, or it belongs elsewhere.',
      'returned',
    ),
  }),
})

/** Where devices are, and who answers for them. */
export const custody = {
  receive: post('/tickets/receive', 'member', {
    ticket: 'receive',
    summary:
      'The device of a ticket is with the team now: with these accessories, in this state (pictures), on this shelf, under this tag. Once more, it says so again.',
    input: Type.Object({
      id: TicketId,
      accessories: optional(Accessories),
      shelf: optional(Shelf),
      tag: optional(TagNumber),
      pic: optional(PictureAddresses),
    }),
    keyed: true,
    errors: [
      'ticket_not_found',
      'ticket_merged',
      'ticket_over',
      'tag_unknown',
      'tag_taken',
      'pictures_over',
      'key_reused',
    ],
  }),
  shelf: post('/tickets/shelf', 'member', {
    ticket: 'place',
    summary: 'Put a device on a shelf.',
    input: Type.Object({
      id: TicketId,
      shelf: field(LineOfText(limits.shelf, { minLength: 1 }), 'Which shelf.', 'B3'),
    }),
    errors: ['ticket_not_found', 'ticket_merged', 'never_received'],
  }),
  hand: post('/tickets/hand', 'member', {
    ticket: 'place',
    summary: 'Take a device to the bench, or hand it to a colleague or an outside workshop.',
    input: Type.Object({
      id: TicketId,
      to: field(Type.Enum(['bench', 'colleague', 'workshop']), 'Where it goes.', 'bench'),
      member: optional(MemberId, 'The colleague.'),
      name: optional(Name, 'What the workshop is called.', 'Lamps & Sons'),
    }),
    errors: ['ticket_not_found', 'ticket_merged', 'never_received', 'member_not_found'],
  }),
  tie: post('/tickets/tag', 'member', {
    ticket: 'place',
    summary: 'Tie a printed tag to the device of a ticket.',
    input: Type.Object({ id: TicketId, tag: TagNumber }),
    errors: ['ticket_not_found', 'ticket_merged', 'never_received', 'tag_unknown', 'tag_taken'],
  }),
  list: get('/member/custody', 'member', {
    ticket: 'browse',
    summary:
      'All devices that are with the team: those that wait for their owner first, the longest first, with what the owner was told.',
    input: Type.Object({ ...Paging, shelf: optional(LineOfText(limits.shelf), 'On this shelf alone.', 'B3') }),
    output: PageOf(Kept),
  }),
  stocktake: post('/member/stocktake', 'member', {
    ticket: 'browse',
    summary: 'Stocktaking: what was scanned along the shelves, compared with what should be there. The result is kept.',
    input: Type.Object({
      shelf: optional(LineOfText(limits.shelf), 'Which shelf; all if absent or empty.', 'B3'),
      scans: field(
        Type.Array(LineOfText(limits.search, { minLength: 1 }), { maxItems: limits.scans }),
        'What was scanned or typed: addresses of tags and tickets, `T1043` for a tag, or the number of a ticket.',
        ['T1043', '12'],
      ),
    }),
    output: Stocktake,
  }),
  stocktakes: get('/member/stocktakes', 'member', {
    ticket: 'browse',
    summary: 'Earlier stocktakings, the latest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Stocktake),
  }),
}
