import { endpoint } from '../endpoint.ts'
import {
  CalendarDate,
  Created,
  Id,
  LineOfText,
  limits,
  Name,
  sample,
  Timestamp,
  TimestampOrNone,
  Version,
} from '../fields.ts'
import { ShiftNumber, Weekday } from '../team/settings.ts'
import { field, listOf, namedObject, Type } from '../type.ts'

const Worker = LineOfText(limits.name, { minLength: 1 })
const NewSlot = namedObject('NewSlot', 'Who comes to one shift of one weekday, as it is sent.', {
  weekday: Weekday,
  shift: ShiftNumber,
  workers: field(Type.Array(Worker, { maxItems: limits.workers }), 'The names of those who come.', [sample.person]),
  leader: Type.Optional(field(Name, 'Who leads; added to the workers where they are missing there.')),
})
const Sheet = field(Type.Array(NewSlot, { maxItems: limits.slots }), 'The slots, each weekday and shift once.')
const RosterId = field(Id, 'The number of the roster.', 2)
const RosterName = field(LineOfText(limits.name, { minLength: 1 }), 'What the roster is called.', 'Autumn term')

const Slot = namedObject('Slot', 'Who comes to one shift of one weekday.', {
  weekday: field(Type.Integer(), 'From 1, Monday, to 7.', 1),
  shift: field(Type.Integer(), 'The number of the shift.', 1),
  workers: field(Type.Array(Type.String()), 'The names of those who come.', [sample.person]),
  leader: field(Type.String(), 'Who leads; may be empty.', sample.person),
})
const Roster = namedObject('Roster', 'Who comes when, week by week.', {
  id: RosterId,
  name: field(Type.String(), 'What it is called.', 'Autumn term'),
  createdTime: Created,
  sheet: field(Type.Array(Slot), 'Its slots.'),
  version: Version,
  unknown: field(Type.Array(Type.String()), 'Names in it that no member has.', []),
})

/** Who comes when. */
export const rosters = {
  create: endpoint({
    method: 'POST',
    path: '/admin/sheet/create',
    role: 'admin',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Make a roster, and make it the current one unless `activate` is false.',
    input: Type.Object({
      name: RosterName,
      sheet: Sheet,
      activate: Type.Optional(field(Type.Boolean(), 'False leaves the current roster as it is.')),
    }),
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/sheet/update',
    role: 'admin',
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Replace the name and the slots of a roster. With the `version` that was read, a change by somebody else in between is a 409.',
    input: Type.Object({
      id: RosterId,
      name: RosterName,
      sheet: Sheet,
      version: Type.Optional(Version),
    }),
    errors: ['roster_not_found', 'roster_changed'],
  }),
  current: endpoint({
    method: 'GET',
    path: '/admin/sheet/current',
    role: 'admin',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'The current roster.',
    output: Roster,
    errors: ['no_current_roster'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/sheet/list',
    role: 'admin',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'All rosters, newest first, and the id of the current one (0 without any).',
    output: Type.Object({
      current: field(Type.Integer(), 'The number of the current roster; 0 without any.', 2),
      list: field(Type.Array(Roster), 'All rosters, newest first.'),
    }),
  }),
  activate: endpoint({
    method: 'POST',
    path: '/admin/sheet/activate',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'Make a roster the current one.',
    input: Type.Object({ id: RosterId }),
    errors: ['roster_not_found'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/admin/sheet/delete',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'Delete a roster. After the current one is deleted there is none until another is made current.',
    input: Type.Object({ id: RosterId }),
    errors: ['roster_not_found'],
  }),
  week: endpoint({
    method: 'GET',
    path: '/member/roster',
    role: 'member',
    ticket: 'unrelated',
    summary:
      'A week as it really is, leaves, substitutes, closed and make-up days applied, and where people are missing. `date` is any day of it.',
    input: Type.Object({ date: Type.Optional(field(CalendarDate, 'Any day of the week; today if absent.')) }),
    output: Type.Object({
      from: field(Type.String(), 'The first day of the week.', sample.date),
      until: field(Type.String(), 'The last day of the week.', '2026-11-22'),
      roster: field(
        Type.Union([
          Type.Null(),
          Type.Object({ id: RosterId, name: field(Type.String(), 'What it is called.', 'Autumn term') }),
        ]),
        'The current roster, if there is one.',
        { id: 2, name: 'Autumn term' },
      ),
      closed: field(Type.Array(Type.String()), 'The days of the week that are closed.', ['2026-11-22']),
      list: listOf('The shifts of the week.', {
        date: field(Type.String(), 'The day.', sample.date),
        weekday: field(Type.Integer(), 'From 1, Monday, to 7.', 1),
        shift: field(Type.Integer(), 'The number of the shift.', 1),
        from: field(TimestampOrNone, 'When it begins; empty where the timetable does not say.'),
        until: field(TimestampOrNone, 'When it ends; empty where the timetable does not say.', sample.end),
        workers: field(Type.Array(Type.String()), 'Who comes.', [sample.colleague]),
        leader: field(Type.String(), 'Who leads; may be empty.', sample.colleague),
        leaves: listOf('Who asked leave.', {
          member: field(Type.String(), 'Who does not come.', sample.person),
          substitute: field(Type.String(), 'Who comes instead; empty when nobody does.', ''),
        }),
        gaps: field(Type.Array(Type.Enum(['nobody', 'no_leader', 'too_few'])), 'What is missing.', ['too_few']),
      }),
      special: listOf('Special duty in this week, which is on no roster and so everybody’s.', {
        date: field(Type.String(), 'The day on which it begins.', sample.date),
        from: field(Timestamp, 'When it begins.'),
        until: field(Timestamp, 'When it ends.', sample.end),
        place: field(Type.String(), 'Where it is.', 'Gate 3'),
      }),
    }),
  }),
}
