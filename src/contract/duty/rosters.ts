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
import { field, flag, integer, list, listOf, namedObject, optional, Type, text } from '../type.ts'

const Worker = LineOfText(limits.name, { minLength: 1 })
const NewSlot = namedObject('NewSlot', 'Who comes to one shift of one weekday, as it is sent.', {
  weekday: Weekday,
  shift: ShiftNumber,
  workers: field(Type.Array(Worker, { maxItems: limits.workers }), 'The names of those who come.', [sample.person]),
  leader: optional(Name, 'Who leads; added to the workers where they are missing there.'),
})
const Sheet = field(Type.Array(NewSlot, { maxItems: limits.slots }), 'The slots, each weekday and shift once.')
const RosterId = field(Id, 'The number of the roster.', 2)
const RosterName = field(LineOfText(limits.name, { minLength: 1 }), 'What the roster is called.', 'Autumn term')

const Slot = namedObject('Slot', 'Who comes to one shift of one weekday.', {
  weekday: integer('From 1, Monday, to 7.', 1),
  shift: integer('The number of the shift.', 1),
  workers: list(Type.String(), 'The names of those who come.', [sample.person]),
  leader: text('Who leads; may be empty.', sample.person),
})
const Roster = namedObject('Roster', 'Who comes when, week by week.', {
  id: RosterId,
  name: text('What it is called.', 'Autumn term'),
  createdTime: Created,
  sheet: list(Slot, 'Its slots.'),
  version: Version,
  unknown: list(Type.String(), 'Names in it that no member has.', []),
})

/** Who comes when. */
export const rosters = {
  create: post('/admin/sheet/create', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Make a roster, and make it the current one unless `activate` is false.',
    input: Type.Object({
      name: RosterName,
      sheet: Sheet,
      activate: optional(flag('False leaves the current roster as it is.')),
    }),
  }),
  update: post('/admin/sheet/update', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Replace the name and the slots of a roster. With the `version` that was read, a change by somebody else in between is a 409.',
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
    summary: 'The current roster.',
    output: Roster,
    errors: ['no_current_roster'],
  }),
  list: get('/admin/sheet/list', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'All rosters, newest first, and the id of the current one (0 without any).',
    output: Type.Object({
      current: integer('The number of the current roster; 0 without any.', 2),
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
    summary: 'Delete a roster. After the current one is deleted there is none until another is made current.',
    input: Type.Object({ id: RosterId }),
    errors: ['roster_not_found'],
  }),
  week: get('/member/roster', 'member', {
    ticket: 'unrelated',
    summary:
      'A week as it really is, leaves, substitutes, closed and make-up days applied, and where people are missing. `date` is any day of it.',
    input: Type.Object({ date: optional(CalendarDate, 'Any day of the week; today if absent.') }),
    output: Type.Object({
      from: text('The first day of the week.', sample.date),
      until: text('The last day of the week.', '2026-11-22'),
      roster: field(
        Type.Union([Type.Null(), Type.Object({ id: RosterId, name: text('What it is called.', 'Autumn term') })]),
        'The current roster, if there is one.',
        { id: 2, name: 'Autumn term' },
      ),
      closed: list(Type.String(), 'The days of the week that are closed.', ['2026-11-22']),
      list: listOf('The shifts of the week.', {
        date: text('The day.', sample.date),
        weekday: integer('From 1, Monday, to 7.', 1),
        shift: integer('The number of the shift.', 1),
        from: field(TimestampOrNone, 'When it begins; empty where the timetable does not say.'),
        until: field(TimestampOrNone, 'When it ends; empty where the timetable does not say.', sample.end),
        workers: list(Type.String(), 'Who comes.', [sample.colleague]),
        leader: text('Who leads; may be empty.', sample.colleague),
        leaves: listOf('Who asked leave.', {
          member: text('Who does not come.', sample.person),
          substitute: text('Who comes instead; empty when nobody does.', ''),
        }),
        gaps: list(Type.Enum(['nobody', 'no_leader', 'too_few']), 'What is missing.', ['too_few']),
      }),
      special: listOf('Special duty in this week, which is on no roster and so everybody’s.', {
        date: text('The day on which it begins.', sample.date),
        from: field(Timestamp, 'When it begins.'),
        until: field(Timestamp, 'When it ends.', sample.end),
        place: text('Where it is.', 'Gate 3'),
      }),
    }),
  }),
}
