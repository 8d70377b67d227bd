import { get, post } from '../endpoint.ts'
import {
  Created,
  EnteredShift,
  EnteredShiftInput,
  Id,
  LongText,
  Name,
  PageOf,
  Paging,
  sample,
  WeekInput,
} from '../fields.ts'
import { field, list, named, optional, Type, text } from '../type.ts'

const Week = WeekInput('next')
const LeaveId = field(Id, 'The number of the leave.', 21)

const leaveFields = {
  ...EnteredShift,
  reason: text('The reason; may be empty.', 'An exam'),
  substitute: text('The name of the substitute; empty if there is none.', sample.colleague),
  createdTime: Created,
}
/** A leave in the personal data of the member who asked for it. */
export const OwnLeave = named('OwnLeave', Type.Object(leaveFields), 'A leave that you asked for.')
const Leave = named(
  'Leave',
  Type.Object({ id: LeaveId, member: text('The member on leave.', sample.person), ...leaveFields }),
  'A leave: a member cannot come to one shift.',
)

export const leaves = {
  ask: post('/member/askleave', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Ask for leave from one shift. `week` is a weekday (its next occurrence) or a date. A second request for the same shift replaces the first. Without a substitute the shift is offered to the other members.',
    input: Type.Object({
      week: Week,
      shift: EnteredShiftInput,
      reason: optional(LongText(), 'The reason.', 'An exam'),
      substitute: optional(Name, 'The name of the substitute; empty for none.', sample.colleague),
    }),
    headers: { 'x-leave-date': 'The date that the leave was bound to; `none` where the words were kept as written.' },
    errors: ['not_on_shift', 'shift_over', 'bad_substitute'],
  }),
  cancel: post('/member/leave/cancel', 'member', {
    ticket: 'unrelated',
    summary: 'Withdraw your leave. It is found by its id, or by the week and shift that it was requested with.',
    input: Type.Object({ id: optional(LeaveId), week: optional(Week), shift: optional(EnteredShiftInput) }),
    errors: ['leave_not_found', 'shift_over'],
  }),
  open: get('/member/leave/open', 'member', {
    ticket: 'unrelated',
    summary: 'List future leaves without a substitute that you could take over, earliest first.',
    output: Type.Object({ list: list(Leave, 'The leaves, the earliest first.') }),
  }),
  take: post('/member/leave/take', 'member', {
    ticket: 'unrelated',
    summary: 'Take over the shift of a leave. If several members try at once, exactly one succeeds.',
    input: Type.Object({ id: LeaveId }),
    errors: ['leave_not_found', 'leave_taken', 'shift_over', 'bad_substitute'],
  }),
  list: get('/admin/leave/list', 'admin', {
    ticket: 'unrelated',
    summary:
      'List all leaves, newest first. It includes leaves whose week or shift could not be resolved; `only` answers just those.',
    input: Type.Object({
      only: optional(Type.Enum(['unbound']), 'Only leaves whose week or shift could not be resolved.', 'unbound'),
      ...Paging,
    }),
    output: PageOf(Leave),
  }),
}
