import { queryTypes, statuses } from '../codes.ts'
import { CustodyOfTicket, HandBackFields } from '../counter/custody-fields.ts'
import { endpoint } from '../endpoint.ts'
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
import { field, listOf, named, namedObject, Type } from '../type.ts'
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

const QueryType = Type.Optional(
  named('QueryType', mayBeEmpty(Coded('queryType')), 'Which of them; all if absent.', queryTypes.unclaimed),
)

const summary = {
  id: TicketId,
  type: TicketType,
  status: StatusSchema,
  device: markPersonal(field(Type.String(), 'What is broken.', sample.device), 'words'),
  deviceModel: markPersonal(field(Type.String(), 'Its model; may be empty.', sample.model), 'words'),
  owner: markPersonal(field(Type.String(), 'Whose it is; may be empty.', sample.person), 'owner'),
  phone: markPersonal(
    field(Type.String(), 'The owner’s phone number; masked for those who need not know it.', sample.phone),
    'phone',
  ),
  createdTime: Created,
  isConfirmed: field(Type.Boolean(), 'Whether the device is back with its owner.', false),
  kind: field(Type.Integer(), 'Which of the team’s own kinds it is; the same as `type` if it is none of them.', 0),
  mergedInto: Type.Optional(field(TicketId, 'The ticket that it was joined with, and that goes on in its place.', 15)),
}
const Summary = named('TicketSummary', Type.Object(summary), 'A ticket as lists show it.')

const description = markPersonal(
  field(Type.String(), 'What is wrong with it; may be empty.', 'It does not heat any more.'),
  'words',
)
const broughtAlong = field(Type.Array(Accessory), 'What came with it.', [0, 5])
/** A ticket as its owner finds it in what is held about them. */
export const TicketText = named(
  'TicketText',
  Type.Object({ ...summary, description, accessories: broughtAlong, ...OutcomeFields }),
  'A ticket as it was handed in, and what became of it.',
)

const workers = markPersonal(field(Type.Array(ColleagueSchema), 'The members who work on it.'), 'workers')
const picked = field(Type.Boolean(), 'Whether somebody has claimed it.')
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
      field(Type.String(), 'The address of the first picture on it; empty where there is none.', sample.picture),
      'comment',
      'internal',
    ),
    unread: field(
      Type.Boolean(),
      'Whether the owner has written since you last looked at it, or since you work on it.',
      false,
    ),
  }),
  'A ticket as the desk shows it.',
)
const Order = Type.Optional(
  field(mayBeEmpty(Type.Enum(['newest', 'oldest'])), 'Which come first; the newest if absent.', 'oldest'),
)

export const TicketNote = namedObject('Note', 'A step in the life of a ticket, or what somebody wrote about it.', {
  avatar: field(Type.String(), 'The address of the author’s picture.', sample.picture),
  id: field(Id, 'The number of the note.', 88),
  op: markPersonal(field(Type.String(), 'The author’s name.', sample.person), 'owner', 'workers'),
  type: NoteType,
  content: markPersonal(
    field(Type.String(), 'What it says; may be empty.', 'The fuse was blown; a new one is in.'),
    'comment',
    'internal',
    'workers',
  ),
  createdTime: Created,
  pic: markPersonal(
    field(Type.Array(Type.String()), 'The addresses of its pictures; only comments have any.', [sample.picture]),
    'comment',
  ),
  own: field(Type.Boolean(), 'Whether the viewer is the author.', false),
  internalPic: Type.Optional(
    markPersonal(
      field(Type.Array(Type.String()), 'Of an internal note: the addresses of its pictures.', [sample.picture]),
      'internal',
    ),
  ),
  held: Type.Optional(
    field(
      Type.Integer(),
      'How many more pictures it has that are still being checked: nobody sees them yet but who uploaded them.',
      1,
    ),
  ),
  heldPic: Type.Optional(
    field(
      Type.Array(Type.String()),
      'For who uploaded them: which of its pictures are still being checked. Their addresses are good for an hour or two.',
      [sample.picture],
    ),
  ),
  hidden: Type.Optional(field(Type.Boolean(), 'For members: that what it says is hidden from everybody else.', true)),
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
  status: Type.Optional(field(StatusSchema, 'For `update`: the status to move to.', statuses.repaired)),
})

const whole = {
  ...summary,
  description,
  workers,
  notes: field(Type.Array(TicketNote), 'What has happened and what was said, the oldest first.'),
  accessories: broughtAlong,
  picked,
  moves: field(Type.Array(Move), 'What the viewer may do with it now.'),
  here: field(
    Type.Boolean(),
    'Whether the device is with the team: somebody has received it, and it was not handed back.',
    true,
  ),
  link: field(
    Type.String(),
    'An address of the pages that leads owner and members alike to this ticket.',
    'https://repair.example.edu/t/12',
  ),
  ...OutcomeFields,
  rating: Type.Optional(
    field(
      Type.Object({
        stars: StarRating,
        content: markPersonal(
          field(Type.String(), 'What the owner wrote; may be empty.', 'It heats again, thank you!'),
          'rating',
        ),
        createdTime: Created,
      }),
      'What the owner thinks of it, once they have said so.',
    ),
  ),
  merged: field(
    Type.Array(
      Type.Object({
        id: TicketId,
        undoable: field(Type.Boolean(), 'Whether POST /tickets/unmerge still works.', true),
      }),
    ),
    'Tickets that were joined with this one.',
    [],
  ),
  ahead: Type.Optional(
    field(
      Type.Integer(),
      'For its owner, while nobody has claimed it: how many other people wait whose tickets were handed in before, up to 1000.',
      3,
    ),
  ),
}
/** A ticket as its owner sees it. */
export const OwnersTicket = namedObject('OwnersTicket', 'A ticket as its owner sees it.', whole)

const Ticket = namedObject('Ticket', 'A ticket with all there is to it.', {
  ...whole,
  external: Type.Optional(
    field(ExternalTicketState, 'Of a forwarded ticket, for members: where it is in the external ticket system.'),
  ),
  unread: Type.Optional(
    field(
      Type.Boolean(),
      'For members: whether the owner has written since you last looked, or you have not looked yet. POST /tickets/seen tells that you have.',
      false,
    ),
  ),
  forwards: Type.Optional(
    field(Type.Boolean(), 'For members: whether the team has chosen an external ticket system to forward to.', false),
  ),
  guess: Type.Optional(
    field(
      GuessedDevice,
      'For members, while nobody has said what it is: what it probably is. It is never stored by itself.',
    ),
  ),
  hidden: Type.Optional(field(Type.Boolean(), 'For members: that its own words are hidden from everybody else.', true)),
  custody: Type.Optional(field(CustodyOfTicket, 'For members: where the device is, and how it came there.')),
})

const comment = {
  content: Type.Optional(field(LongText(), 'What to say; may be empty beside a picture.', 'The lid is loose, too.')),
  pic: Type.Optional(PictureAddresses),
}
const note = {
  ...comment,
  type: Type.Optional(
    field(Type.Integer({ minimum: 1, maximum: 2 }), '1 a comment, 2 an internal note; 1 if absent.', 1),
  ),
}

/** The refusals of texts that a person from WeChat writes. */
const checked = ['text_refused', 'not_in_miniprogram', 'peer_unavailable'] as const

/** The whole life of a repair. */
export const tickets = {
  create: endpoint({
    method: 'POST',
    path: '/tickets/create',
    role: 'user',
    revision: 'both',
    ticket: { none: 'There is no ticket yet: it makes one, which is the caller’s.' },
    summary:
      'Hand in a repair. Owner and phone come from the profile where they are absent or empty. The same Idempotency-Key with the same fields within 24 hours is one ticket; without a key each call makes one. Pictures (an addition) become the first comment.',
    input: Type.Object({
      type: TicketType,
      kind: KindInput,
      device: field(LineOfText(limits.device, { minLength: 1 }), 'What is broken.', sample.device),
      deviceModel: Type.Optional(field(LineOfText(limits.device), 'Its model.', sample.model)),
      owner: Type.Optional(field(Name, 'Whose it is; from the profile if absent or empty.')),
      phone: Type.Optional(field(Phone, 'The owner’s phone number; from the profile if absent or empty.')),
      description: Type.Optional(field(LongText(), 'What is wrong with it.', 'It does not heat any more.')),
      accessories: Type.Optional(Accessories),
      pic: Type.Optional(PictureAddresses),
    }),
    rate: 'ticket',
    keyed: true,
    headers: { 'x-ticket-id': 'The number of the ticket.' },
    errors: ['key_reused', ...checked],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/mytickets',
    role: 'user',
    revision: 'both',
    ticket: 'see',
    summary: 'My tickets, newest first. Without paging all of them, up to 1000.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Summary),
  }),
  info: endpoint({
    method: 'GET',
    path: '/tickets/info',
    role: 'user',
    revision: 'both',
    ticket: 'see',
    summary:
      "A ticket with its notes. Users see their own, members all; `moves` is what the viewer may do now. Other people's phone numbers are masked.",
    input: Type.Object({ id: TicketId }),
    output: Ticket,
    errors: ['ticket_not_found'],
  }),
  addnote: endpoint({
    method: 'POST',
    path: '/tickets/addnote',
    role: 'user',
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
  newcomment: endpoint({
    method: 'POST',
    path: '/tickets/newcomment',
    role: 'user',
    revision: 'earlier',
    ticket: 'comment',
    summary: 'Comment on a ticket.',
    input: Type.Object({ id: TicketId, ...comment }),
    query: ['id'],
    rate: 'comment',
    keyed: true,
    errors: ['ticket_not_found', 'ticket_merged', 'key_reused', 'pictures_over', ...checked],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/tickets/cancel',
    role: 'user',
    ticket: 'cancel',
    summary: 'Cancel a ticket: the owner, or those who work on it.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'move_not_allowed', 'not_a_worker'],
  }),
  contact: endpoint({
    method: 'POST',
    path: '/tickets/contact',
    rate: 'profile',
    role: 'user',
    ticket: 'contact',
    summary:
      'Change how to reach the owner of a ticket: its owner, while it is unfinished. Absent is unchanged, empty is cleared.',
    input: Type.Object({
      id: TicketId,
      owner: Type.Optional(field(Name, 'Whose it is.')),
      phone: Type.Optional(field(Phone, 'The owner’s phone number.')),
    }),
    rateWith: { owner: 'comment' },
    errors: ['ticket_not_found', 'ticket_merged', 'not_the_owner', 'ticket_over', ...checked],
  }),
  pick: endpoint({
    method: 'POST',
    path: '/tickets/pick',
    role: 'member',
    revision: 'both',
    ticket: 'claim',
    summary: 'Claim a ticket. Of several members at once exactly one wins; the others are told who.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'already_claimed', 'move_not_allowed'],
  }),
  update: endpoint({
    method: 'POST',
    path: '/tickets/update',
    role: 'member',
    revision: 'both',
    ticket: 'move',
    summary:
      'Move a ticket to another status: its workers and administrators. Moving an unclaimed ticket claims it first. What is said about it (an addition: `content`, `pic` and `type` as in addnote, or `internal` for `type` 2) is stored with the status or not at all; with the status that it has already, it is a comment. What became of it (additions: `outcome`, `barrier`, `category`, `brand`, `year`, `remedy`, each optional) can be said with a move to repaired or unrepairable, and corrected with the status that it has. The same Idempotency-Key with the same fields within 24 hours is one call.',
    input: Type.Object({
      id: TicketId,
      status: field(StatusSchema, 'The status to move to.'),
      ...note,
      internal: Type.Optional(field(Type.Boolean(), 'Whether only members see what is said, as with `type` 2.', false)),
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
  retrieve: endpoint({
    method: 'POST',
    path: '/tickets/retrieve',
    role: 'member',
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
  unretrieve: endpoint({
    method: 'POST',
    path: '/tickets/unretrieve',
    role: 'member',
    ticket: 'unretrieve',
    summary:
      'Undo the confirmation that the device is back with its owner: any member, within ten minutes, and not after the personal data of the ticket is gone.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged', 'undo_over'],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/tickets/assign',
    role: 'member',
    ticket: 'assign',
    summary: 'Add a colleague to a ticket, by id or by name: its workers and administrators.',
    input: Type.Object({
      id: TicketId,
      member: Type.Optional(field(MemberId, 'The number of the colleague.')),
      name: Type.Optional(field(Name, 'The name of the colleague.', sample.colleague)),
    }),
    errors: ['ticket_not_found', 'ticket_merged', 'member_not_found', 'not_a_worker', 'move_not_allowed'],
  }),
  drop: endpoint({
    method: 'POST',
    path: '/tickets/drop',
    role: 'member',
    ticket: 'leave',
    summary:
      'Leave a ticket; an administrator may take somebody else off with `member`. When the last one leaves an accepted ticket, it is open to all again.',
    input: Type.Object({ id: TicketId, member: Type.Optional(field(MemberId, 'Whom to take off; me if absent.')) }),
    errors: ['ticket_not_found', 'ticket_merged', 'last_worker', 'move_not_allowed'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/tickets/similar',
    role: 'member',
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
        joinable: field(Type.Boolean(), 'Whether POST /tickets/merge would join it with this one.', true),
      }),
    }),
    errors: ['ticket_not_found'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/tickets/merge',
    role: 'member',
    ticket: 'merge',
    summary:
      'Join a ticket with another: story, pictures, the device and receipts go along, and its number leads there from then on. For members who work on both, or on one while the other is unclaimed, and for administrators. The workers go along only while nobody has claimed the other; a phone only where all who work on the other have seen it. A visitor’s ticket joins that of another person only where you see that phone or mail address are the same. The owner is told once. It can be undone for a day.',
    input: Type.Object({ id: TicketId, into: field(TicketId, 'The number of the ticket that goes on.', 15) }),
    errors: ['ticket_not_found', 'ticket_merged', 'merge_needs_worker', 'merge_not_allowed'],
  }),
  unmerge: endpoint({
    method: 'POST',
    path: '/tickets/unmerge',
    role: 'member',
    ticket: 'unmerge',
    summary:
      'Undo that a ticket was joined with another, within a day: who joined them, who works on one of them, or an administrator. Each has again what was its own; what has happened since stays with the one that went on.',
    input: Type.Object({ id: field(TicketId, 'The number of the ticket that was joined with another.', 12) }),
    errors: ['ticket_not_found', 'ticket_merged', 'not_a_worker', 'merge_over'],
  }),
  rate: endpoint({
    method: 'POST',
    path: '/tickets/rate',
    role: 'user',
    ticket: 'rate',
    summary: 'What the owner thinks of a repair, once, after the device is back.',
    input: Type.Object({
      id: TicketId,
      stars: StarRating,
      content: Type.Optional(field(LineOfText(limits.search), 'A sentence about it.', 'It heats again, thank you!')),
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
  forward: endpoint({
    method: 'POST',
    path: '/tickets/addtoexternal',
    role: 'member',
    revision: 'both',
    ticket: 'forward',
    summary:
      'Forward a ticket to the external ticket system. It is promised at once and delivered as soon as possible.',
    input: Type.Object({ id: TicketId }),
    errors: ['ticket_not_found', 'ticket_merged'],
  }),
  uncompleted: endpoint({
    method: 'GET',
    path: '/tickets/uncompleted',
    role: 'member',
    revision: 'later',
    ticket: 'browse',
    summary: 'Unfinished tickets of the last seven days, newest first.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(Listed),
  }),
  uncompletedAll: endpoint({
    method: 'POST',
    path: '/tickets/uncompleted',
    role: 'member',
    revision: 'earlier',
    ticket: 'browse',
    summary: 'Unfinished tickets of the last seven days, newest first, unpaged, up to 1000.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: PageOf(Listed),
  }),
  list: endpoint({
    method: 'GET',
    path: '/tickets/list',
    role: 'member',
    revision: 'both',
    ticket: 'browse',
    summary: 'All tickets, newest first unless `order` says otherwise.',
    input: Type.Object({ ...Paging, queryType: QueryType, order: Order }),
    output: PageOf(Listed),
  }),
  search: endpoint({
    method: 'GET',
    path: '/tickets/search',
    role: 'member',
    revision: 'both',
    ticket: 'browse',
    summary:
      'Tickets in which every word of `values` is found: anywhere in owner, device, model or description, or as the whole ticket number, the last four digits of the phone number, or all of it where you see all of it; an empty text finds all. `open` 1 leaves only the unfinished ones, `type` and `status` only those. `total` is exact up to 1000; beyond that `more` is true. Newest first; with `order` (an addition) as it says, and the ticket whose very number is looked for before all others. Of more than 1000 that were found by words, `oldest` begins with the oldest of the newest 1000.',
    input: Type.Object({
      values: Type.Optional(field(LineOfText(limits.search), 'The words to look for.', 'kettle 8000')),
      ...Paging,
      queryType: QueryType,
      order: Order,
      open: Type.Optional(
        field(mayBeEmpty(Type.Integer({ minimum: 0, maximum: 1 })), '1 for unfinished ones only.', 1),
      ),
      type: Type.Optional(field(mayBeEmpty(TicketType), 'Only this kind of device.')),
      status: Type.Optional(field(mayBeEmpty(StatusSchema), 'Only those in this status.')),
    }),
    output: Type.Object({
      list: field(Type.Array(Found), 'Those of this page.'),
      total: Total,
      more: Type.Optional(field(Type.Boolean(), 'There are more than `total`.')),
    }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/tickets/counts',
    role: 'member',
    ticket: { none: 'It answers how many there are, and nothing of any one.' },
    summary: 'How many tickets there are to work on.',
    output: Type.Object({
      open: field(Type.Integer(), 'Unfinished ones.', 12),
      unclaimed: field(Type.Integer(), 'Those that nobody has claimed.', 4),
      mine: field(Type.Integer(), 'Unfinished ones that I work on.', 2),
    }),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/tickets/seen',
    role: 'member',
    ticket: 'mark_seen',
    summary: 'I have seen a ticket up to this note; it is unread again when its owner writes.',
    input: Type.Object({ id: TicketId, note: field(Id, 'The number of the newest note that was shown.', 88) }),
    errors: ['ticket_not_found', 'ticket_merged'],
  }),
}
