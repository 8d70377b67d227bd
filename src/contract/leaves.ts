import { endpoint } from './endpoint.ts'
import { Id, Line, Lines, limits, Name, Nothing, Page, Paging, Timestamp } from './fields.ts'
import { Type } from './type.ts'

const When = Line(limits.name, { minLength: 1 })

const Leave = Type.Object({
  id: Id,
  member: Type.String(),
  week: Type.String(),
  shift: Type.String(),
  /** The very day; empty where the week was kept as it was written. */
  date: Type.String(),
  reason: Type.String(),
  substitute: Type.String(),
  createdTime: Timestamp,
})

/** Not coming, and coming instead. */
export const leaves = {
  ask: endpoint({
    method: 'POST',
    path: '/member/askleave',
    role: 'member',
    revision: 'both',
    summary:
      'Ask leave from one shift on one date. `week` is a weekday (its next occurrence) or a date; asking again for the same shift replaces. Without a substitute it is an open offer to the others.',
    input: Type.Object({
      week: When,
      shift: When,
      reason: Type.Optional(Lines()),
      substitute: Type.Optional(Name),
    }),
    output: Nothing,
    errors: ['not_on_shift', 'shift_over', 'bad_substitute'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/member/leave/cancel',
    role: 'member',
    revision: 'addition',
    summary: 'Withdraw a leave of mine, by its id or by the week and shift it was asked for.',
    input: Type.Object({ id: Type.Optional(Id), week: Type.Optional(When), shift: Type.Optional(When) }),
    output: Nothing,
    errors: ['leave_not_found', 'shift_over'],
  }),
  open: endpoint({
    method: 'GET',
    path: '/member/leave/open',
    role: 'member',
    revision: 'addition',
    summary:
      'Shifts ahead that somebody else has left, nobody has taken and this member could take, the earliest first.',
    input: Type.Object({}),
    output: Type.Object({ list: Type.Array(Leave) }),
    errors: [],
  }),
  take: endpoint({
    method: 'POST',
    path: '/member/leave/take',
    role: 'member',
    revision: 'addition',
    summary: 'Take such a shift. Of several members at once exactly one wins.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['leave_not_found', 'leave_taken', 'shift_over', 'bad_substitute'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/leave/list',
    role: 'admin',
    revision: 'addition',
    summary: 'All leaves, newest first, also those that were kept as written.',
    input: Type.Object({ ...Paging }),
    output: Page(Leave),
    errors: [],
  }),
}
