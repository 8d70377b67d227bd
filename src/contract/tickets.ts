import { endpoint } from './endpoint.ts'
import { Elsewhere } from './external.ts'
import { Id, Line, Lines, limits, Name, Nothing, Page, Paging, Phone, Timestamp } from './fields.ts'
import { Type } from './type.ts'

const TicketType = Type.Integer({ minimum: 0, maximum: 1 })
const Status = Type.Integer({ minimum: 0, maximum: 7 })
const QueryType = Type.Optional(Type.Integer({ minimum: 0, maximum: 4 }))
const Accessories = Type.Array(Type.Integer({ minimum: 0, maximum: limits.accessoryCode }), {
  maxItems: limits.accessories,
})
const Pictures = Type.Array(Line(limits.url), { maxItems: limits.pictures })

const summary = {
  id: Id,
  type: TicketType,
  status: Status,
  device: Type.String(),
  deviceModel: Type.String(),
  owner: Type.String(),
  phone: Type.String(),
  createdTime: Timestamp,
  isConfirmed: Type.Boolean(),
}
const Summary = Type.Object(summary)

const Worker = Type.Object({ id: Id, name: Type.String(), avatar: Type.String() })

/** What a search answers: a summary, and who works on it. */
const Found = Type.Object({ ...summary, workers: Type.Array(Worker) })

export const Note = Type.Object({
  avatar: Type.String(),
  id: Id,
  op: Type.String(),
  type: Type.Integer({ minimum: 0, maximum: 2 }),
  content: Type.String(),
  createdTime: Timestamp,
  pic: Type.Array(Type.String()),
})

/** Something the viewer may do with a ticket now: the endpoint's last word, and for `update` the status. */
const Move = Type.Object({
  action: Type.Enum(['pick', 'update', 'cancel', 'retrieve', 'assign', 'drop', 'addtoexternal', 'addnote']),
  status: Type.Optional(Status),
})

const Detail = Type.Object({
  ...summary,
  description: Type.String(),
  workers: Type.Array(Worker),
  notes: Type.Array(Note),
  accessories: Type.Array(Type.Integer()),
  picked: Type.Boolean(),
  moves: Type.Array(Move),
  /** An address of the pages that leads owner and members alike to this ticket. */
  link: Type.String(),
  /** Of a forwarded ticket, for members: where it is in the external ticket system. */
  external: Type.Optional(Elsewhere),
})

const comment = { content: Type.Optional(Lines()), pic: Type.Optional(Pictures) }

/** The whole life of a repair. */
export const tickets = {
  create: endpoint({
    method: 'POST',
    path: '/tickets/create',
    role: 'user',
    revision: 'both',
    summary:
      'Hand in a repair. Owner and phone come from the profile where they are absent or empty. The same Idempotency-Key with the same fields within 24 hours, or the same fields again within 10 seconds, is one ticket. Pictures (an addition) become the first comment.',
    input: Type.Object({
      type: TicketType,
      device: Line(limits.device, { minLength: 1 }),
      deviceModel: Type.Optional(Line(limits.device)),
      owner: Type.Optional(Name),
      phone: Type.Optional(Phone),
      description: Type.Optional(Lines()),
      accessories: Type.Optional(Accessories),
      pic: Type.Optional(Pictures),
    }),
    output: Nothing,
    rate: 'ticket',
    keyed: true,
    errors: ['key_reused'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/mytickets',
    role: 'user',
    revision: 'both',
    summary: 'My tickets, newest first. Without paging all of them, up to 1000.',
    input: Type.Object({ ...Paging }),
    output: Page(Summary),
    errors: [],
  }),
  info: endpoint({
    method: 'GET',
    path: '/tickets/info',
    role: 'user',
    revision: 'both',
    summary:
      "A ticket with its notes. Users see their own, members all; `moves` is what the viewer may do now. Other people's phone numbers are masked.",
    input: Type.Object({ id: Id }),
    output: Detail,
    errors: ['ticket_not_found'],
  }),
  addnote: endpoint({
    method: 'POST',
    path: '/tickets/addnote',
    role: 'user',
    revision: 'later',
    summary:
      'Comment on a ticket, with text, pictures or both. Members may write an internal note with `type` 2, which only members see.',
    input: Type.Object({ id: Id, ...comment, type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })) }),
    output: Type.Object({ id: Id }),
    rate: 'comment',
    errors: ['ticket_not_found', 'wrong_role'],
  }),
  newcomment: endpoint({
    method: 'POST',
    path: '/tickets/newcomment',
    role: 'user',
    revision: 'earlier',
    summary: 'Comment on a ticket.',
    input: Type.Object({ id: Id, ...comment }),
    output: Nothing,
    rate: 'comment',
    errors: ['ticket_not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/tickets/cancel',
    role: 'user',
    revision: 'addition',
    summary: 'Withdraw a ticket: the owner, or those who work on it.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['ticket_not_found', 'move_not_allowed', 'not_a_worker'],
  }),
  pick: endpoint({
    method: 'POST',
    path: '/tickets/pick',
    role: 'member',
    revision: 'both',
    summary: 'Claim a ticket. Of several members at once exactly one wins; the others are told who.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['ticket_not_found', 'already_claimed', 'move_not_allowed'],
  }),
  update: endpoint({
    method: 'POST',
    path: '/tickets/update',
    role: 'member',
    revision: 'both',
    summary:
      'Move a ticket to another status: its workers and administrators. Moving an unclaimed ticket claims it first.',
    input: Type.Object({ id: Id, status: Status }),
    output: Nothing,
    errors: ['ticket_not_found', 'move_not_allowed', 'not_a_worker'],
  }),
  retrieve: endpoint({
    method: 'POST',
    path: '/tickets/retrieve',
    role: 'member',
    revision: 'both',
    summary: 'Confirm that the device is back with its owner. Nothing moves after that.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['ticket_not_found', 'not_claimed'],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/tickets/assign',
    role: 'member',
    revision: 'addition',
    summary: 'Add a colleague to a ticket, by id or by name: its workers and administrators.',
    input: Type.Object({ id: Id, member: Type.Optional(Id), name: Type.Optional(Name) }),
    output: Nothing,
    errors: ['ticket_not_found', 'member_not_found', 'not_a_worker', 'move_not_allowed'],
  }),
  drop: endpoint({
    method: 'POST',
    path: '/tickets/drop',
    role: 'member',
    revision: 'addition',
    summary:
      'Leave a ticket; an administrator may take somebody else off with `member`. When the last one leaves an accepted ticket, it is open to all again.',
    input: Type.Object({ id: Id, member: Type.Optional(Id) }),
    output: Nothing,
    errors: ['ticket_not_found', 'last_worker', 'move_not_allowed'],
  }),
  forward: endpoint({
    method: 'POST',
    path: '/tickets/addtoexternal',
    role: 'member',
    revision: 'both',
    summary:
      'Forward a ticket to the external ticket system. It is promised at once and delivered as soon as possible.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['ticket_not_found'],
  }),
  uncompleted: endpoint({
    method: 'GET',
    path: '/tickets/uncompleted',
    role: 'member',
    revision: 'later',
    summary: 'Unfinished tickets of the last seven days, newest first.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: Page(Summary),
    errors: [],
  }),
  uncompletedAll: endpoint({
    method: 'POST',
    path: '/tickets/uncompleted',
    role: 'member',
    revision: 'earlier',
    summary: 'Unfinished tickets of the last seven days, newest first, unpaged, up to 1000.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: Page(Summary),
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/tickets/list',
    role: 'member',
    revision: 'both',
    summary: 'All tickets, newest first.',
    input: Type.Object({ ...Paging, queryType: QueryType }),
    output: Page(Summary),
    errors: [],
  }),
  search: endpoint({
    method: 'GET',
    path: '/tickets/search',
    role: 'member',
    revision: 'both',
    summary:
      'Tickets in which every word of `values` is found: anywhere in owner, device, model or description, or as the whole ticket number, the whole phone number or its last four digits; an empty text finds all. `open` 1 leaves only the unfinished ones, `type` and `status` only those. `total` is exact up to 1000; beyond that `more` is true.',
    input: Type.Object({
      values: Type.Optional(Line(limits.search)),
      ...Paging,
      queryType: QueryType,
      open: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
      type: Type.Optional(TicketType),
      status: Type.Optional(Status),
    }),
    output: Type.Object({ list: Type.Array(Found), total: Type.Integer(), more: Type.Optional(Type.Boolean()) }),
    errors: [],
  }),
}
