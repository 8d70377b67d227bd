import { queryTypes, statuses } from '../codes.ts'
import { CustodyOfTicket, HandBackFields } from '../counter/custody-fields.ts'
import { get, post } from '../endpoint.ts'
import { textErrors, ticketErrors } from '../errors.ts'
import {
  Coded,
  Created,
  Id,
  LineOfText,
  LongText,
  limits,
  MemberId,
  mayBeEmpty,
  Name,
  PageOf,
  Paging,
  Phone,
  sample,
  TicketId,
  Timestamp,
  Total,
} from '../fields.ts'
import { ExternalTicketState } from '../outbox/external.ts'
import { ColleagueSchema } from '../people/members.ts'
import { field, flag, integer, list, listOf, named, namedObject, objectOf, optional, Type, text } from '../type.ts'
import { GuessedDevice, OutcomeFields, OutcomeInput, RatingFields, StarRating } from './outcome-fields.ts'
import { markPersonal } from './ticket-access.ts'
import {
  Accessories,
  Accessory,
  DeviceName,
  FaultInput,
  KindOrType,
  NewDevice,
  NoteType,
  OwnerName,
  OwnerPhone,
  PictureAddresses,
  StatusSchema,
  TicketType,
} from './ticket-fields.ts'

const QueryType = optional(
  named('QueryType', mayBeEmpty(Coded('queryType')), 'A selection of tickets; all if absent.', queryTypes.unclaimed),
)

const summary = {
  id: TicketId,
  type: TicketType,
  status: StatusSchema,
  device: DeviceName,
  deviceModel: markPersonal(text('The model; may be empty.', sample.model), 'words'),
  owner: OwnerName,
  phone: OwnerPhone,
  createdTime: Created,
  isConfirmed: flag('Whether the owner has collected the device.', false),
  kind: KindOrType,
  mergedInto: optional(TicketId, 'The ticket that this one was merged into.', 15),
}
const Summary = named('TicketSummary', Type.Object(summary), 'A ticket as lists show it.')

const description = markPersonal(text('What is wrong with it; may be empty.', 'It does not heat any more.'), 'words')
const broughtAlong = list(Accessory, 'The accessories.', [0, 5])
/** A ticket in the personal data of its owner. */
export const TicketText = named(
  'TicketText',
  Type.Object({ ...summary, description, accessories: broughtAlong, ...OutcomeFields }),
  'A ticket as it was submitted, with its outcome.',
)

const workers = markPersonal(list(ColleagueSchema, 'The members who work on it.'), 'workers')
const picked = flag('Whether a member has claimed it.')
const TicketInList = named(
  'ListedTicket',
  Type.Object({ ...summary, workers, picked }),
  'A ticket as members’ lists show it.',
)

const Found = named(
  'FoundTicket',
  Type.Object({
    ...summary,
    workers,
    picked,
    photo: markPersonal(
      text('The address of its first picture; empty if there is none.', sample.picture),
      'comment',
      'internal',
    ),
    fault: optional(
      markPersonal(
        text('The beginning of what is wrong with it; may be empty.', 'It does not heat any more.'),
        'words',
      ),
    ),
    unread: flag('Whether the owner has written since you last looked, or since you began to work on it.', false),
  }),
  'A ticket as the members’ desk shows it.',
)
const Order = optional(
  mayBeEmpty(Type.Enum(['newest', 'oldest'])),
  'The order by the day they came in; the latest number first by default.',
  'oldest',
)

export const TicketNote = namedObject('Note', 'An entry in the history of a ticket, such as a comment.', {
  avatar: text('The address of the author’s picture.', sample.picture),
  id: field(Id, 'The number of the note.', 88),
  op: markPersonal(text('The author’s name.', sample.person), 'owner', 'workers'),
  type: NoteType,
  content: markPersonal(
    text('The text; may be empty.', 'The fuse was blown; a new one is in.'),
    'comment',
    'internal',
    'workers',
  ),
  createdTime: Created,
  pic: markPersonal(list(Type.String(), 'The addresses of its pictures; comments only.', [sample.picture]), 'comment'),
  own: flag('Whether you are the author.', false),
  internalPic: optional(
    markPersonal(
      list(Type.String(), 'For an internal note: the addresses of its pictures.', [sample.picture]),
      'internal',
    ),
  ),
  held: optional(integer('How many more pictures are being checked. Only the uploader can see them.', 1)),
  heldPic: optional(
    list(
      Type.String(),
      'For the uploader: pictures that are being checked. Their addresses are valid for an hour or two.',
      [sample.picture],
    ),
  ),
  hidden: optional(flag('For members: whether the text is hidden from everybody else.', true)),
})

const Move = namedObject('Move', 'An action that you may take on a ticket now.', {
  action: field(
    Type.Enum([
      'pick',
      'update',
      'cancel',
      'contact',
      'retrieve',
      'unretrieve',
      'receive',
      'assign',
      'drop',
      'addtoexternal',
      'addnote',
      'rate',
      'receipt',
    ]),
    'The last part of the endpoint’s path; `receipt` is POST /counter/receipt.',
    'update',
  ),
  status: optional(StatusSchema, 'For `update`: the status to move to.', statuses.repaired),
})

const whole = {
  ...summary,
  description,
  workers,
  notes: list(TicketNote, 'The history, oldest first.'),
  accessories: broughtAlong,
  picked,
  moves: list(Move, 'What you may do with it now.'),
  here: flag('Whether the team has the device: it was received and not returned.', true),
  link: text('A link to this ticket that works for its owner and for members.', 'https://repair.example.edu/t/12'),
  ...OutcomeFields,
  rating: optional(
    objectOf('The owner’s rating, if there is one.', {
      stars: StarRating,
      content: markPersonal(text('What the owner wrote; may be empty.', 'It heats again, thank you!'), 'rating'),
      createdTime: Created,
    }),
  ),
  merged: list(
    Type.Object({ id: TicketId, undoable: flag('Whether POST /tickets/unmerge still works.', true) }),
    'Tickets that were merged into this one.',
    [],
  ),
  ahead: optional(integer('For its owner, while unclaimed: how many people with earlier tickets wait, up to 1000.', 3)),
}
export const OwnersTicket = namedObject('OwnersTicket', 'A ticket as its owner sees it.', whole)

const Ticket = namedObject('Ticket', 'A ticket with all details.', {
  ...whole,
  external: optional(ExternalTicketState, 'For members: the ticket in the external system, if forwarded.'),
  unread: optional(
    flag(
      'For members: whether the owner has written since you last looked, or you have not looked yet. POST /tickets/seen marks it as read.',
      false,
    ),
  ),
  forwards: optional(flag('For members: whether the team forwards tickets to an external system.', false)),
  guess: optional(
    GuessedDevice,
    'For members, while no device details are recorded: a guess. It is never stored by itself.',
  ),
  hidden: optional(flag('For members: whether the texts of the ticket are hidden from everybody else.', true)),
  custody: optional(CustodyOfTicket, 'For members: where the device is, and its custody history.'),
})

const comment = {
  content: optional(LongText(), 'The text; may be empty if there is a picture.', 'The lid is loose, too.'),
  pic: optional(PictureAddresses),
}
const note = {
  ...comment,
  type: optional(integer('1 for a comment, 2 for an internal note; 1 by default.', 1, { minimum: 1, maximum: 2 })),
}

export const tickets = {
  create: post('/tickets/create', 'user', {
    revision: 'both',
    ticket: { none: 'It creates a ticket, which belongs to the caller.' },
    summary:
      'Submit a ticket. Owner and phone default to those of the profile. Pictures (an addition) become the first comment.',
    input: Type.Object({
      ...NewDevice,
      owner: optional(Name, 'The owner’s name; from the profile if absent or empty.'),
      phone: optional(Phone, 'The owner’s phone number; from the profile if absent or empty.'),
      description: FaultInput,
      accessories: optional(Accessories),
      pic: optional(PictureAddresses),
    }),
    rate: 'ticket',
    keyed: true,
    headers: { 'x-ticket-id': 'The number of the ticket.' },
    errors: ['key_reused', ...textErrors],
  }),
  mine: get('/user/mytickets', 'user', {
    revision: 'both',
    ticket: 'see',
    summary: 'List your tickets, newest first. Without paging it answers all, up to 1000.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Summary),
  }),
  info: get('/tickets/info', 'user', {
    revision: 'both',
    ticket: 'see',
    summary:
      'Get a ticket with its notes. Users see their own tickets, members all. `moves` lists what you may do now. Other people’s phone numbers are masked.',
    input: Type.Object({ id: TicketId }),
    output: Ticket,
    errors: ['ticket_not_found'],
  }),
  addnote: post('/tickets/addnote', 'user', {
    revision: 'later',
    ticket: 'comment',
    summary:
      'Add a note to a ticket. It has text, pictures or both. Members may write an internal note with `type` 2, which only members see.',
    input: Type.Object({ id: TicketId, ...note }),
    output: Type.Object({ id: field(Id, 'The number of the note.', 88) }),
    rate: 'comment',
    keyed: true,
    errors: [...ticketErrors, 'wrong_role', 'key_reused', 'pictures_over', ...textErrors],
  }),
  newcomment: post('/tickets/newcomment', 'user', {
    revision: 'earlier',
    ticket: 'comment',
    summary: 'Comment on a ticket.',
    input: Type.Object({ id: TicketId, ...comment }),
    query: ['id'],
    rate: 'comment',
    keyed: true,
    errors: [...ticketErrors, 'key_reused', 'pictures_over', ...textErrors],
  }),
  cancel: post('/tickets/cancel', 'user', {
    ticket: 'cancel',
    summary: 'Cancel a ticket. Allowed for the owner and its workers.',
    input: Type.Object({ id: TicketId }),
    errors: [...ticketErrors, 'move_not_allowed', 'not_a_worker'],
  }),
  contact: post('/tickets/contact', 'user', {
    rate: 'profile',
    ticket: 'contact',
    summary:
      'Change the owner’s contact details on a ticket. Allowed for its owner while it is unfinished. Absent fields stay unchanged; empty ones are cleared.',
    input: Type.Object({
      id: TicketId,
      owner: optional(Name, 'The owner’s name.'),
      phone: optional(Phone, 'The owner’s phone number.'),
    }),
    rateWith: { owner: 'comment' },
    errors: [...ticketErrors, 'not_the_owner', 'ticket_over', ...textErrors],
  }),
  pick: post('/tickets/pick', 'member', {
    revision: 'both',
    ticket: 'claim',
    summary: 'Claim a ticket. If several members try at once, exactly one succeeds; the others learn who it is.',
    input: Type.Object({ id: TicketId }),
    errors: [...ticketErrors, 'already_claimed', 'move_not_allowed'],
  }),
  update: post('/tickets/update', 'member', {
    revision: 'both',
    ticket: 'move',
    summary:
      'Move a ticket to another status. Allowed for its workers and administrators. Moving an unclaimed ticket claims it first. A note (additions: `content`, `pic` and `type` as in addnote, or `internal` for `type` 2) is stored together with the status; with the current status it is a comment. The outcome (additions: `outcome`, `barrier`, `category`, `brand`, `year`, `remedy`) can be recorded with a move to Repaired or Not repaired, and corrected with the current status.',
    input: Type.Object({
      id: TicketId,
      status: field(StatusSchema, 'The new status.'),
      ...note,
      internal: optional(flag('Whether only members see the note, as with `type` 2.', false)),
      ...OutcomeInput,
    }),
    rateWith: { content: 'comment', pic: 'comment' },
    keyed: true,
    errors: [
      ...ticketErrors,
      'move_not_allowed',
      'not_a_worker',
      'key_reused',
      'pictures_over',
      'outcome_too_soon',
      ...textErrors,
    ],
  }),
  retrieve: post('/tickets/retrieve', 'member', {
    revision: 'both',
    ticket: 'retrieve',
    summary:
      'Confirm that the owner has collected the device. After that no move is possible, unless it is undone soon. The other fields (additions) record what was returned to whom; they require a device that was received.',
    input: Type.Object({ id: TicketId, ...HandBackFields }),
    errors: [
      ...ticketErrors,
      'not_claimed',
      'never_received',
      'handed_back',
      'accessory_never_there',
      'accessory_unsaid',
      'pictures_over',
    ],
  }),
  unretrieve: post('/tickets/unretrieve', 'member', {
    ticket: 'unretrieve',
    summary:
      'Undo the confirmation of collection. Any member may do so within ten minutes, unless the personal data of the ticket was removed.',
    input: Type.Object({ id: TicketId }),
    errors: [...ticketErrors, 'undo_over'],
  }),
  assign: post('/tickets/assign', 'member', {
    ticket: 'assign',
    summary:
      'Add a colleague to a ticket. The colleague is given by id or name. Allowed for its workers and administrators.',
    input: Type.Object({
      id: TicketId,
      member: optional(MemberId, 'The number of the colleague.'),
      name: optional(Name, 'The name of the colleague.', sample.colleague),
    }),
    errors: [...ticketErrors, 'member_not_found', 'not_a_worker', 'move_not_allowed'],
  }),
  drop: post('/tickets/drop', 'member', {
    ticket: 'drop',
    summary:
      'Leave a ticket. Administrators may remove another worker with `member`. When the last worker leaves an accepted ticket, it is open to all again.',
    input: Type.Object({ id: TicketId, member: optional(MemberId, 'The worker to remove; you by default.') }),
    errors: [...ticketErrors, 'last_worker', 'move_not_allowed'],
  }),
  similar: get('/tickets/similar', 'member', {
    ticket: 'browse',
    summary:
      'Find similar tickets. The answer has up to five finished repairs of the same model, or of the same brand with the same fault, best match first; and unfinished tickets that may be duplicates. Phone numbers are compared only as far as you can see them.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({
      list: listOf('Similar finished repairs.', {
        id: TicketId,
        device: DeviceName,
        deviceModel: summary.deviceModel,
        description,
        status: StatusSchema,
        finishedTime: field(Timestamp, 'When it was finished.'),
        outcome: OutcomeFields.outcome,
        brand: OutcomeFields.brand,
        remedy: OutcomeFields.remedy,
        workers,
      }),
      duplicates: listOf('Unfinished tickets that may be duplicates.', {
        id: TicketId,
        device: DeviceName,
        deviceModel: summary.deviceModel,
        status: StatusSchema,
        createdTime: Created,
        why: field(
          Type.Enum(['person', 'device']),
          'Whether the same person or the same device suggests it.',
          'person',
        ),
        joinable: flag('Whether POST /tickets/merge would accept both.', true),
      }),
    }),
    errors: ['ticket_not_found'],
  }),
  merge: post('/tickets/merge', 'member', {
    ticket: 'merge',
    summary:
      'Merge a ticket into another. History, pictures, device and receipts move, and its number redirects. Allowed for members who work on both, or on one while the other is unclaimed, and for administrators. Workers move only if the other ticket is unclaimed; a phone number moves only if all workers of the other ticket have seen it. A visitor’s ticket can be merged into another person’s only if you see that phone number or email address are the same. The owner is notified once. It can be undone for a day.',
    input: Type.Object({ id: TicketId, into: field(TicketId, 'The number of the ticket to merge into.', 15) }),
    errors: [...ticketErrors, 'merge_needs_worker', 'merge_not_allowed'],
  }),
  unmerge: post('/tickets/unmerge', 'member', {
    ticket: 'unmerge',
    summary:
      'Undo a merge within a day. Allowed for the member who merged, the workers of both, and administrators. Each ticket gets back what was its own; later additions stay with the ticket that was merged into.',
    input: Type.Object({ id: field(TicketId, 'The number of the ticket that was merged into another.', 12) }),
    errors: [...ticketErrors, 'not_a_worker', 'merge_over'],
  }),
  rate: post('/tickets/rate', 'user', {
    ticket: 'rate',
    summary: 'Rate a repair, once, after the device was collected.',
    input: Type.Object({
      id: TicketId,
      ...RatingFields,
    }),
    rate: 'comment',
    errors: [...ticketErrors, 'not_the_owner', 'not_collected', 'rated_already', 'ticket_over', ...textErrors],
  }),
  forward: post('/tickets/addtoexternal', 'member', {
    revision: 'both',
    ticket: 'forward',
    summary:
      'Forward a ticket to the external ticket system. The delivery is recorded at once and sent as soon as possible.',
    input: Type.Object({ id: TicketId }),
    errors: ticketErrors,
  }),
  uncompleted: get('/tickets/uncompleted', 'member', {
    revision: 'later',
    ticket: 'browse',
    summary: 'List unfinished tickets of the last seven days, newest first.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(TicketInList),
  }),
  uncompletedAll: post('/tickets/uncompleted', 'member', {
    revision: 'earlier',
    ticket: 'browse',
    summary: 'List unfinished tickets of the last seven days, newest first, without paging, up to 1000.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(TicketInList),
  }),
  list: get('/tickets/list', 'member', {
    revision: 'both',
    ticket: 'browse',
    summary: 'List all tickets, newest first by default.',
    input: Type.Object({ ...Paging, queryType: QueryType, order: Order }),
    output: PageOf(TicketInList),
  }),
  search: get('/tickets/search', 'member', {
    revision: 'both',
    ticket: 'browse',
    summary:
      'Search tickets. Every word of `values` must occur: anywhere in owner, device, model, description, notes or what helped, or as the ticket number, the last four digits of the phone number, or the full phone number if you may see it. An empty text finds all. `open` 1 keeps only unfinished tickets; `type` and `status` filter likewise. `total` is exact up to 1000; beyond that `more` is true. Newest first by default (`order` is an addition); a ticket whose number matches comes first. For more than 1000 matches, `oldest` begins with the oldest of the newest 1000.',
    input: Type.Object({
      values: optional(LineOfText(limits.search), 'The words to search for.', 'kettle 8000'),
      ...Paging,
      queryType: QueryType,
      order: Order,
      open: optional(mayBeEmpty(Type.Integer({ minimum: 0, maximum: 1 })), '1 for unfinished tickets only.', 1),
      type: optional(mayBeEmpty(TicketType), 'Only this type of device.'),
      status: optional(mayBeEmpty(StatusSchema), 'Only this status.'),
    }),
    output: Type.Object({
      list: list(Found, 'Those of this page.'),
      total: Total,
      more: optional(flag('Whether there are more than `total`.')),
    }),
  }),
  counts: get('/tickets/counts', 'member', {
    ticket: { none: 'It answers counts only.' },
    summary: 'Count the tickets to work on.',
    output: Type.Object({
      open: integer('Unfinished tickets.', 12),
      unclaimed: integer('Unclaimed tickets.', 4),
      mine: integer('Unfinished tickets that you work on.', 2),
    }),
  }),
  seen: post('/tickets/seen', 'member', {
    ticket: 'mark_seen',
    summary: 'Mark a ticket as read up to a note. It is unread again when its owner writes.',
    input: Type.Object({ id: TicketId, note: field(Id, 'The number of the newest note that was shown.', 88) }),
    errors: ticketErrors,
  }),
}
