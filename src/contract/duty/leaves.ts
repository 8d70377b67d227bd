import { get, post } from '../endpoint.ts'
import { Created, DayOrShift, Id, LongText, Name, PageOf, Paging, sample } from '../fields.ts'
import { field, list, named, optional, Type, text } from '../type.ts'

const Week = field(
  DayOrShift,
  'A weekday (`1` to `7`, `周一`, `Monday`), meaning its next occurrence, or a date (`2026-11-16`, `11月16日`).',
  sample.date,
)
const Shift = field(DayOrShift, 'The number of the shift; `第一班` or `上午` where the timetable makes it clear.', '1')
const LeaveId = field(Id, 'The number of the leave.', 21)

const leaveFields = {
  week: text('The week or date as it was written.', '周一'),
  shift: text('The shift as it was written.', '1'),
  date: text('The very day; empty where the week was kept as it was written.', sample.date),
  reason: text('Why; may be empty.', 'An exam'),
  substitute: text('Who comes instead; empty when nobody does.', sample.colleague),
  createdTime: Created,
}
/** A leave in the personal data of the member who asked for it. */
export const OwnLeave = named('OwnLeave', Type.Object(leaveFields), 'A leave of mine.')
const Leave = named(
  'Leave',
  Type.Object({ id: LeaveId, member: text('Who does not come.', sample.person), ...leaveFields }),
  'A member does not come to one shift.',
)

/** Not coming, and coming instead. */
export const leaves = {
  ask: post('/member/askleave', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Ask leave from one shift on one date. `week` is a weekday (its next occurrence) or a date; asking again for the same shift replaces. Without a substitute it is an open offer to the others.',
    input: Type.Object({
      week: Week,
      shift: Shift,
      reason: optional(LongText(), 'Why.', 'An exam'),
      substitute: optional(Name, 'The name of the member who comes instead; empty when nobody does.', sample.colleague),
    }),
    headers: { 'x-leave-date': 'The date that the leave was bound to; `none` where the words were kept as written.' },
    errors: ['not_on_shift', 'shift_over', 'bad_substitute'],
  }),
  cancel: post('/member/leave/cancel', 'member', {
    ticket: 'unrelated',
    summary: 'Withdraw a leave of mine, by its id or by the week and shift it was asked for.',
    input: Type.Object({ id: optional(LeaveId), week: optional(Week), shift: optional(Shift) }),
    errors: ['leave_not_found', 'shift_over'],
  }),
  open: get('/member/leave/open', 'member', {
    ticket: 'unrelated',
    summary:
      'Shifts ahead that somebody else has left, nobody has taken and this member could take, the earliest first.',
    output: Type.Object({ list: list(Leave, 'The leaves, the earliest first.') }),
  }),
  take: post('/member/leave/take', 'member', {
    ticket: 'unrelated',
    summary: 'Take such a shift. Of several members at once exactly one wins.',
    input: Type.Object({ id: LeaveId }),
    errors: ['leave_not_found', 'leave_taken', 'shift_over', 'bad_substitute'],
  }),
  list: get('/admin/leave/list', 'admin', {
    ticket: 'unrelated',
    summary:
      'All leaves, newest first, also those that were kept as written; with `only` those alone, which somebody has to look after.',
    input: Type.Object({
      only: optional(Type.Enum(['unbound']), 'Those alone that were kept as written.', 'unbound'),
      ...Paging,
    }),
    output: PageOf(Leave),
  }),
}
