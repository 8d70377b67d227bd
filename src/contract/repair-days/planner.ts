import { get, post } from '../endpoint.ts'
import { Moment, Version } from '../fields.ts'
import { field, integer, list, Type } from '../type.ts'
import { DayId, DayPlanFields, PlannedDay } from './day-fields.ts'

const known = ['repair_day_not_found', 'repair_day_state'] as const
const { from, until } = DayPlanFields.properties
const One = Type.Object({ id: DayId })
const Made = Type.Object({ id: DayId })

/** Planning repair days, for administrators. */
export const planner = {
  list: get('/admin/event/list', 'admin', {
    ticket: 'unrelated',
    summary: 'List all repair days, also drafts and past ones, the latest first.',
    output: Type.Object({ list: list(PlannedDay, 'The repair days, the latest first.') }),
  }),
  info: get('/admin/event/info', 'admin', {
    ticket: 'unrelated',
    summary: 'Get everything that is planned for a repair day.',
    input: One,
    output: PlannedDay,
    errors: ['repair_day_not_found'],
  }),
  create: post('/admin/event/create', 'admin', {
    ticket: 'unrelated',
    summary: 'Make a draft of a repair day. Only its times are needed; everything else can follow.',
    input: Type.Object({ ...Type.Partial(DayPlanFields).properties, from, until }),
    output: Made,
  }),
  copy: post('/admin/event/copy', 'admin', {
    ticket: 'unrelated',
    summary:
      'Make a draft from an earlier repair day: everything but its bookings and helpers. Waves and dates move with the day.',
    input: Type.Object({
      id: DayId,
      from: field(Moment, 'When the new day begins. A date alone keeps the time of day.', '2026-12-19T14:00'),
    }),
    output: Made,
    errors: ['repair_day_not_found'],
  }),
  repeat: post('/admin/event/repeat', 'admin', {
    ticket: 'unrelated',
    summary:
      'Make drafts that repeat a repair day: each fortnight, or each month on the same weekday of the month. A month without such a day is left out.',
    input: Type.Object({
      id: DayId,
      every: field(Type.Enum(['fortnight', 'month']), 'How often.', 'month'),
      count: integer('How many drafts.', 3, { minimum: 1, maximum: 24 }),
    }),
    output: Type.Object({ ids: list(DayId, 'The numbers of the drafts.') }),
    errors: ['repair_day_not_found'],
  }),
  update: post('/admin/event/update', 'admin', {
    ticket: 'unrelated',
    summary:
      'Change a repair day. Absent fields stay unchanged. Without `waves`, the waves move with the beginning of the day. After a change of time or place, special duty follows, and everyone with a booking is told.',
    input: Type.Object({ id: DayId, version: Version, ...Type.Partial(DayPlanFields).properties }),
    errors: [...known, 'repair_day_changed', 'wave_not_found', 'wave_booked'],
  }),
  announce: post('/admin/event/announce', 'admin', {
    ticket: 'unrelated',
    summary: 'Announce a repair day. Its special duty is planned, and people can book.',
    input: One,
    errors: known,
  }),
  cancel: post('/admin/event/cancel', 'admin', {
    ticket: 'unrelated',
    summary: 'Cancel a repair day. Its special duty and its bookings end, and everyone with a booking is told.',
    input: One,
    errors: known,
  }),
  close: post('/admin/event/close', 'admin', {
    ticket: 'unrelated',
    summary: 'Close a repair day before its end. Its special duty ends; who was booked for a later wave is told.',
    input: One,
    errors: known,
  }),
  remove: post('/admin/event/delete', 'admin', {
    ticket: 'unrelated',
    summary: 'Delete the draft of a repair day.',
    input: One,
    errors: known,
  }),
}
