import { get, post } from '../endpoint.ts'
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
import { field, flag, integer, list, listOf, namedObject, nullable, optional, Type, text } from '../type.ts'

const Worker = LineOfText(limits.name, { minLength: 1 })
const NewSlot = namedObject('NewSlot', 'The members of one shift on one weekday, as input.', {
  weekday: Weekday,
  shift: ShiftNumber,
  workers: field(Type.Array(Worker, { maxItems: limits.workers }), 'The names of the members.', [sample.person]),
  leader: optional(Name, 'The name of the shift leader; added to the workers if missing there.'),
})
const Sheet = field(
  Type.Array(NewSlot, { maxItems: limits.slots }),
  'The slots. Each combination of weekday and shift may occur once.',
)
const RosterId = field(Id, 'The number of the roster.', 2)
const RosterName = field(LineOfText(limits.name, { minLength: 1 }), 'The name of the roster.', 'Autumn term')

const Slot = namedObject('Slot', 'The members of one shift on one weekday.', {
  weekday: integer('From 1, Monday, to 7.', 1),
  shift: integer('The number of the shift.', 1),
  workers: list(Type.String(), 'The names of the members.', [sample.person]),
  leader: text('The name of the shift leader; may be empty.', sample.person),
})
const Roster = namedObject('Roster', 'A weekly plan of shifts.', {
  id: RosterId,
  name: text('The name of the roster.', 'Autumn term'),
  createdTime: Created,
  sheet: list(Slot, 'Its slots.'),
  version: Version,
  unknown: list(Type.String(), 'Names in the roster that no member has.', []),
})

export const rosters = {
  create: post('/admin/sheet/create', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Create a roster. It becomes the current one unless `activate` is false.',
    input: Type.Object({
      name: RosterName,
      sheet: Sheet,
      activate: optional(flag('False leaves the current roster unchanged.')),
    }),
  }),
  update: post('/admin/sheet/update', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Replace the name and slots of a roster. With `version`, a concurrent change by someone else is refused with 409.',
    input: Type.Object({
      id: RosterId,
      name: RosterName,
      sheet: Sheet,
      version: optional(Version),
    }),
    errors: ['roster_not_found', 'roster_changed'],
  }),
  current: get('/admin/sheet/current', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Get the current roster.',
    output: Roster,
    errors: ['no_current_roster'],
  }),
  list: get('/admin/sheet/list', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'List all rosters, newest first, with the number of the current one.',
    output: Type.Object({
      current: integer('The number of the current roster; 0 if there is none.', 2),
      list: list(Roster, 'All rosters, newest first.'),
    }),
  }),
  activate: post('/admin/sheet/activate', 'admin', {
    ticket: 'unrelated',
    summary: 'Make a roster the current one.',
    input: Type.Object({ id: RosterId }),
    errors: ['roster_not_found'],
  }),
  delete: post('/admin/sheet/delete', 'admin', {
    ticket: 'unrelated',
    summary: 'Delete a roster. If it is the current one, there is none until another is activated.',
    input: Type.Object({ id: RosterId }),
    errors: ['roster_not_found'],
  }),
  week: get('/member/roster', 'member', {
    ticket: 'unrelated',
    summary:
      'Get the actual plan of one week. Leaves, substitutes, closed days and make-up days are applied, and missing people are listed. `date` is any day of the week.',
    input: Type.Object({ date: optional(CalendarDate, 'Any day of the week; today by default.') }),
    output: Type.Object({
      from: text('The first day of the week.', sample.date),
      until: text('The last day of the week.', '2026-11-22'),
      roster: nullable(
        Type.Object({ id: RosterId, name: text('The name of the roster.', 'Autumn term') }),
        'The current roster, if there is one.',
        { id: 2, name: 'Autumn term' },
      ),
      closed: list(Type.String(), 'The days of the week that are closed.', ['2026-11-22']),
      list: listOf('The shifts of the week.', {
        date: text('The day.', sample.date),
        weekday: integer('From 1, Monday, to 7.', 1),
        shift: integer('The number of the shift.', 1),
        from: field(TimestampOrNone, 'When it begins; empty if the timetable does not say.'),
        until: field(TimestampOrNone, 'When it ends; empty if the timetable does not say.', sample.end),
        workers: list(Type.String(), 'The members who come.', [sample.colleague]),
        leader: text('The shift leader; may be empty.', sample.colleague),
        leaves: listOf('The leaves.', {
          member: text('The member on leave.', sample.person),
          substitute: text('The name of the substitute; empty if there is none.', ''),
        }),
        gaps: list(Type.Enum(['nobody', 'no_leader', 'too_few']), 'What is missing.', ['too_few']),
      }),
      special: listOf('Special duty in this week. It is on no roster and open to all members.', {
        date: text('The day on which it begins.', sample.date),
        from: field(Timestamp, 'When it begins.'),
        until: field(Timestamp, 'When it ends.', sample.end),
        place: text('The place.', 'Gate 3'),
      }),
    }),
  }),
}
