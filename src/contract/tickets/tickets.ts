import { queryTypes, statuses } from '../codes.ts'
import { CustodyOfTicket, HandBackFields } from '../counter/custody-fields.ts'
import { get, post } from '../endpoint.ts'
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
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'
import { GuessedDevice, OutcomeFields, OutcomeInput, StarRating } from './outcome-fields.ts'
import { markPersonal } from './ticket-access.ts'
import {
  Accessories,
  Accessory,
  KindInput,
  NoteType,
  PictureAddresses,
  StatusSchema,
  TicketType,
} from './ticket-fields.ts'

const QueryType = optional(
  named('QueryType', mayBeEmpty(Coded('queryType')), 'Which of them; all if absent.', queryTypes.unclaimed),
)

const summary = {
  id: TicketId,
  type: TicketType,
  status: StatusSchema,
  device: markPersonal(text('What is broken.', sample.device), 'words'),
  deviceModel: markPersonal(text('Its model; may be empty.', sample.model), 'words'),
  owner: markPersonal(text('Whose it is; may be empty.', sample.person), 'owner'),
  phone: markPersonal(text('The owner’s phone number; masked for those who need not know it.', sample.phone), 'phone'),
  createdTime: Created,
  isConfirmed: flag('Whether the device is back with its owner.', false),
  kind: integer('Which of the team’s own kinds it is; the same as `type` if it is none of them.', 0),
  mergedInto: optional(TicketId, 'The ticket that it was joined with, and that goes on in its place.', 15),
}
const Summary = named('TicketSummary', Type.Object(summary), 'A ticket as lists show it.')

const description = markPersonal(text('What is wrong with it; may be empty.', 'It does not heat any more.'), 'words')
const broughtAlong = list(Accessory, 'What came with it.', [0, 5])
/** A ticket as its owner finds it in what is held about them. */
export const TicketText = named(
  'TicketText',
  Type.Object({ ...summary, description, accessories: broughtAlong, ...OutcomeFields }),
  'A ticket as it was handed in, and what became of it.',
)

const workers = markPersonal(list(ColleagueSchema, 'The members who work on it.'), 'workers')
const picked = flag('Whether somebody has claimed it.')
/** What members find in lists and searches: a summary, and who works on it. */
const Listed = named(
  'ListedTicket',
  Type.Object({ ...summary, workers, picked }),
  'A ticket as members’ lists show it.',
)

/** What a search tells beside that: how the desk shows it. */
const Found = named(
  'FoundTicket',
  Type.Object({
    ...summary,
    workers,
    picked,
    photo: markPersonal(
      text('The address of the first picture on it; empty where there is none.', sample.picture),
      'comment',
      'internal',
    ),
    unread: flag('Whether the owner has written since you last looked at it, or since you work on it.', false),
  }),
  'A ticket as the desk shows it.',
)
const Order = optional(mayBeEmpty(Type.Enum(['newest', 'oldest'])), 'Which come first; the newest if absent.', 'oldest')

export const TicketNote = namedObject('Note', 'A step in the life of a ticket, or what somebody wrote about it.', {
  avatar: text('The address of the author’s picture.', sample.picture),
  id: field(Id, 'The number of the note.', 88),
  op: markPersonal(text('The author’s name.', sample.person), 'owner', 'workers'),
  type: NoteType,
  content: markPersonal(
    text('What it says; may be empty.', 'The fuse was blown; a new one is in.'),
    'comment',
    'internal',
    'workers',
  ),
  createdTime: Created,
  pic: markPersonal(
    list(Type.String(), 'The addresses of its pictures; only comments have any.', [sample.picture]),
    'comment',
  ),
  own: flag('Whether the viewer is the author.', false),
  internalPic: optional(
    markPersonal(
      list(Type.String(), 'Of an internal note: the addresses of its pictures.', [sample.picture]),
      'internal',
    ),
  ),
  held: optional(
    integer(
      'How many more pictures it has that are still being checked: nobody sees them yet but who uploaded them.',
      1,
    ),
  ),
  heldPic: optional(
    list(
      Type.String(),
      'For who uploaded them: which of its pictures are still being checked. Their addresses are good for an hour or two.',
      [sample.picture],
    ),
  ),
  hidden: optional(flag('For members: that what it says is hidden from everybody else.', true)),
})

/** Something the viewer may do with a ticket now: the endpoint's last word, and for `update` the status. */
const Move = namedObject('Move', 'Something the viewer may do with a ticket now.', {
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
    'The last word of the endpoint; `receipt` is POST /counter/receipt.',
    'update',
  ),
  status: optional(StatusSchema, 'For `update`: the status to move to.', statuses.repaired),
})

const whole = {
  ...summary,
  description,
  workers,
  notes: list(TicketNote, 'What has happened and what was said, the oldest first.'),
  accessories: broughtAlong,
  picked,
  moves: list(Move, 'What the viewer may do with it now.'),
  here: flag('Whether the device is with the team: somebody has received it, and it was not handed back.', true),
  link: text(
    'An address of the pages that leads owner and members alike to this ticket.',
    'https://repair.example.edu/t/12',
  ),
  ...OutcomeFields,
  rating: optional(
    Type.Object({
      stars: StarRating,
      content: markPersonal(text('What the owner wrote; may be empty.', 'It heats again, thank you!'), 'rating'),
      createdTime: Created,
    }),
    'What the owner thinks of it, once they have said so.',
  ),
  merged: list(
    Type.Object({ id: TicketId, undoable: flag('Whether POST /tickets/unmerge still works.', true) }),
    'Tickets that were joined with this one.',
    [],
  ),
  ahead: optional(
    integer(
      'For its owner, while nobody has claimed it: how many other people wait whose tickets were handed in before, up to 1000.',
      3,
    ),
  ),
}
/** A ticket as its owner sees it. */
export const OwnersTicket = namedObject('OwnersTicket', 'A ticket as its owner sees it.', whole)

const Ticket = namedObject('Ticket', 'A ticket with all there is to it.', {
  ...whole,
  external: optional(
    ExternalTicketState,
    'Of a forwarded ticket, for members: where it is in the external ticket system.',
  ),
  unread: optional(
    flag(
      'For members: whether the owner has written since you last looked, or you have not looked yet. POST /tickets/seen tells that you have.',
      false,
    ),
  ),
  forwards: optional(flag('For members: whether the team has chosen an external ticket system to forward to.', false)),
  guess: optional(
    GuessedDevice,
    'For members, while nobody has said what it is: what it probably is. It is never stored by itself.',
  ),
  hidden: optional(flag('For members: that its own words are hidden from everybody else.', true)),
  custody: optional(CustodyOfTicket, 'For members: where the device is, and how it came there.'),
})

const comment = {
  content: optional(LongText(), 'What to say; may be empty beside a picture.', 'The lid is loose, too.'),
  pic: optional(PictureAddresses),
}
const note = {
  ...comment,
  type: optional(Type.Integer({ minimum: 1, maximum: 2 }), '1 a comment, 2 an internal note; 1 if absent.', 1),
}

/** The refusals of texts that a person from WeChat writes. */
const checked = ['text_refused', 'not_in_miniprogram', 'peer_unavailable'] as const

/** The whole life of a repair. */
export const tickets = {
  create: post('/tickets/create', 'user', {
    revision: 'both',
    ticket: { none: 'There is no ticket yet: it makes one, which is the caller’s.' },
    summary:
      'Hand in a repair. Owner and phone come from the profile where they are absent or empty. The same Idempotency-Key with the same fields within 24 hours is one ticket; without a key each call makes one. Pictures (an addition) become the first comment.',
    input: Type.Object({
      type: TicketType,
      kind: KindInput,
      device: field(LineOfText(limits.device, { minLength: 1 }), 'What is broken.', sample.device),
      deviceModel: optional(LineOfText(limits.device), 'Its model.', sample.model),
      owner: optional(Name, 'Whose it is; from the profile if absent or empty.'),
      phone: optional(Phone, 'The owner’s phone number; from the profile if absent or empty.'),
      description: optional(LongText(), 'What is wrong with it.', 'It does not heat any more.'),
      accessories: optional(Accessories),
      pic: optional(PictureAddresses),
    }),
    rate: 'ticket',
    keyed: true,
    headers: { 'x-ticket-id': 'The number of the ticket.' },
    errors: ['key_reused', ...checked],
  }),
  mine: get('/user/mytickets', 'user', {
    revision: 'both',
    ticket: 'see',
    summary: 'My tickets, newest first. Without paging all of them, up to 1000.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Summary),
  }),
  info: get('/tickets/info', 'user', {
    revision: 'both',
    ticket: 'see',
    summary:
      "A ticket with its notes. Users see their own, members all; `moves` is what the viewer may do now. Other people's phone numbers are masked.",
    input: Type.Object({ id: TicketId }),
    output: Ticket,
    errors: ['ticket_not_found'],
  }),
  addnote: post('/tickets/addnote', 'user', {
    revision: 'later',
    ticket: 'comment',
    summary:
      'Comment on a ticket, with text, pictures or both. Members may write an internal note with `type` 2, which only members see. The same Idempotency-Key with the same fields within 24 hours is one note.',
    input: Type.Object({ id: TicketId, ...note }),
    output: Type.Object({ id: field(Id, 'The number of the note.', 88) }),
    rate: 'comment',
    keyed: true,
    errors: ['ticket_not_found', 'ticket_merged', 'wrong_role', 'key_reused', 'pictures_over', ...checked],
  }),
  newcomment: post('/tickets/newcomment', 'user', {
    revision: 'earlier',
    ticket: 'comment',
    summary: 'Comment on a ticket.',
    input: Type.Object({ id: TicketId, ...comment }),
    query: ['id'],
    rate: 'comment',
    keyed: true,
    errors: ['ticket_not_found', 'ticket_merged', 'key_reused', 'pictures_over', ...checked],
  }),
  cancel: post('/tickets/cancel', 'user', {
    ticket: 'cancel',
    summary: 'Cancel a ticket: the owner, or those who work on it.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'move_not_allowed', 'not_a_worker'],
  }),
  contact: post('/tickets/contact', 'user', {
    rate: 'profile',
    ticket: 'contact',
    summary:
      'Change how to reach the owner of a ticket: its owner, while it is unfinished. Absent is unchanged, empty is cleared.',
    input: Type.Object({
      id: TicketId,
      owner: optional(Name, 'Whose it is.'),
      phone: optional(Phone, 'The owner’s phone number.'),
    }),
    rateWith: { owner: 'comment' },
    errors: ['ticket_not_found', 'ticket_merged', 'not_the_owner', 'ticket_over', ...checked],
  }),
  pick: post('/tickets/pick', 'member', {
    revision: 'both',
    ticket: 'claim',
    summary: 'Claim a ticket. Of several members at once exactly one wins; the others are told who.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'already_claimed', 'move_not_allowed'],
  }),
  update: post('/tickets/update', 'member', {
    revision: 'both',
    ticket: 'move',
    summary:
      'Move a ticket to another status: its workers and administrators. Moving an unclaimed ticket claims it first. What is said about it (an addition: `content`, `pic` and `type` as in addnote, or `internal` for `type` 2) is stored with the status or not at all; with the status that it has already, it is a comment. What became of it (additions: `outcome`, `barrier`, `category`, `brand`, `year`, `remedy`, each optional) can be said with a move to repaired or unrepairable, and corrected with the status that it has. The same Idempotency-Key with the same fields within 24 hours is one call.',
    input: Type.Object({
      id: TicketId,
      status: field(StatusSchema, 'The status to move to.'),
      ...note,
      internal: optional(flag('Whether only members see what is said, as with `type` 2.', false)),
      ...OutcomeInput,
    }),
    rateWith: { content: 'comment', pic: 'comment' },
    keyed: true,
    errors: [
      'ticket_not_found',
      'ticket_merged',
      'move_not_allowed',
      'not_a_worker',
      'key_reused',
      'pictures_over',
      'outcome_too_soon',
      ...checked,
    ],
  }),
  retrieve: post('/tickets/retrieve', 'member', {
    revision: 'both',
    ticket: 'retrieve',
    summary:
      'Confirm that the device is back with its owner. Nothing moves after that, unless it is undone soon. The other fields (additions) say what was handed back to whom; they need a device that was received.',
    input: Type.Object({ id: TicketId, ...HandBackFields }),
    errors: [
      'ticket_not_found',
      'ticket_merged',
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
      'Undo the confirmation that the device is back with its owner: any member, within ten minutes, and not after the personal data of the ticket is gone.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'undo_over'],
  }),
  assign: post('/tickets/assign', 'member', {
    ticket: 'assign',
    summary: 'Add a colleague to a ticket, by id or by name: its workers and administrators.',
    input: Type.Object({
      id: TicketId,
      member: optional(MemberId, 'The number of the colleague.'),
      name: optional(Name, 'The name of the colleague.', sample.colleague),
    }),
    errors: ['ticket_not_found', 'ticket_merged', 'member_not_found', 'not_a_worker', 'move_not_allowed'],
  }),
  drop: post('/tickets/drop', 'member', {
    ticket: 'leave',
    summary:
      'Leave a ticket; an administrator may take somebody else off with `member`. When the last one leaves an accepted ticket, it is open to all again.',
    input: Type.Object({ id: TicketId, member: optional(MemberId, 'Whom to take off; me if absent.') }),
    errors: ['ticket_not_found', 'ticket_merged', 'last_worker', 'move_not_allowed'],
  }),
  similar: get('/tickets/similar', 'member', {
    ticket: 'browse',
    summary:
      'What was seen before: up to five finished repairs with the same model, or of the same brand with the same fault, the most alike and the newest first; and unfinished tickets that may be the same. Phone numbers are compared as far as you see them.',
    input: Type.Object({ id: TicketId }),
    output: Type.Object({
      list: listOf('Finished repairs like this one.', {
        id: TicketId,
        device: summary.device,
        deviceModel: summary.deviceModel,
        description,
        status: StatusSchema,
        finishedTime: field(Timestamp, 'When it was finished.'),
        outcome: OutcomeFields.outcome,
        brand: OutcomeFields.brand,
        remedy: OutcomeFields.remedy,
        workers,
      }),
      duplicates: listOf('Unfinished tickets that may be the same one.', {
        id: TicketId,
        device: summary.device,
        deviceModel: summary.deviceModel,
        status: StatusSchema,
        createdTime: Created,
        why: field(Type.Enum(['person', 'device']), 'It is of the same person, or of the same device.', 'person'),
        joinable: flag('Whether POST /tickets/merge would join it with this one.', true),
      }),
    }),
    errors: ['ticket_not_found'],
  }),
  merge: post('/tickets/merge', 'member', {
    ticket: 'merge',
    summary:
      'Join a ticket with another: story, pictures, the device and receipts go along, and its number leads there from then on. For members who work on both, or on one while the other is unclaimed, and for administrators. The workers go along only while nobody has claimed the other; a phone only where all who work on the other have seen it. A visitor’s ticket joins that of another person only where you see that phone or mail address are the same. The owner is told once. It can be undone for a day.',
    input: Type.Object({ id: TicketId, into: field(TicketId, 'The number of the ticket that goes on.', 15) }),
    errors: ['ticket_not_found', 'ticket_merged', 'merge_needs_worker', 'merge_not_allowed'],
  }),
  unmerge: post('/tickets/unmerge', 'member', {
    ticket: 'unmerge',
    summary:
      'Undo that a ticket was joined with another, within a day: who joined them, who works on one of them, or an administrator. Each has again what was its own; what has happened since stays with the one that went on.',
    input: Type.Object({ id: field(TicketId, 'The number of the ticket that was joined with another.', 12) }),
    errors: ['ticket_not_found', 'ticket_merged', 'not_a_worker', 'merge_over'],
  }),
  rate: post('/tickets/rate', 'user', {
    ticket: 'rate',
    summary: 'What the owner thinks of a repair, once, after the device is back.',
    input: Type.Object({
      id: TicketId,
      stars: StarRating,
      content: optional(LineOfText(limits.search), 'A sentence about it.', 'It heats again, thank you!'),
    }),
    rate: 'comment',
    errors: [
      'ticket_not_found',
      'ticket_merged',
      'not_the_owner',
      'not_collected',
      'rated_already',
      'ticket_over',
      ...checked,
    ],
  }),
  forward: post('/tickets/addtoexternal', 'member', {
    revision: 'both',
    ticket: 'forward',
    summary:
      'Forward a ticket to the external ticket system. It is promised at once and delivered as soon as possible.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged'],
  }),
  uncompleted: get('/tickets/uncompleted', 'member', {
    revision: 'later',
    ticket: 'browse',
    summary: 'Unfinished tickets of the last seven days, newest first.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(Listed),
  }),
  uncompletedAll: post('/tickets/uncompleted', 'member', {
    revision: 'earlier',
    ticket: 'browse',
    summary: 'Unfinished tickets of the last seven days, newest first, unpaged, up to 1000.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(Listed),
  }),
  list: get('/tickets/list', 'member', {
    revision: 'both',
    ticket: 'browse',
    summary: 'All tickets, newest first unless `order` says otherwise.',
    input: Type.Object({ ...Paging, queryType: QueryType, order: Order }),
    output: PageOf(Listed),
  }),
  search: get('/tickets/search', 'member', {
    revision: 'both',
    ticket: 'browse',
    summary:
      'Tickets in which every word of `values` is found: anywhere in owner, device, model or description, or as the whole ticket number, the last four digits of the phone number, or all of it where you see all of it; an empty text finds all. `open` 1 leaves only the unfinished ones, `type` and `status` only those. `total` is exact up to 1000; beyond that `more` is true. Newest first; with `order` (an addition) as it says, and the ticket whose very number is looked for before all others. Of more than 1000 that were found by words, `oldest` begins with the oldest of the newest 1000.',
    input: Type.Object({
      values: optional(LineOfText(limits.search), 'The words to look for.', 'kettle 8000'),
      ...Paging,
      queryType: QueryType,
      order: Order,
      open: optional(mayBeEmpty(Type.Integer({ minimum: 0, maximum: 1 })), '1 for unfinished ones only.', 1),
      type: optional(mayBeEmpty(TicketType), 'Only this kind of device.'),
      status: optional(mayBeEmpty(StatusSchema), 'Only those in this status.'),
    }),
    output: Type.Object({
      list: list(Found, 'Those of this page.'),
      total: Total,
      more: optional(flag('There are more than `total`.')),
    }),
  }),
  counts: get('/tickets/counts', 'member', {
    ticket: { none: 'It answers how many there are, and nothing of any one.' },
    summary: 'How many tickets there are to work on.',
    output: Type.Object({
      open: integer('Unfinished ones.', 12),
      unclaimed: integer('Those that nobody has claimed.', 4),
      mine: integer('Unfinished ones that I work on.', 2),
    }),
  }),
  seen: post('/tickets/seen', 'member', {
    ticket: 'mark_seen',
    summary: 'I have seen a ticket up to this note; it is unread again when its owner writes.',
    input: Type.Object({ id: TicketId, note: field(Id, 'The number of the newest note that was shown.', 88) }),
    errors: ['ticket_not_found', 'ticket_merged'],
  }),
}
