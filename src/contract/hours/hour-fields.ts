import type { Static } from 'typebox'
import {
  Id,
  LineOfText,
  LinePerLanguage,
  limits,
  MemberId,
  patterned,
  sample,
  Timestamp,
  TimestampOrNone,
} from '../fields.ts'
import { field, flag, integer, listOf, named, namedObject, optional, Type, text } from '../type.ts'

/** Where an hour comes from. */
export const hourKinds = ['shift', 'work', 'ticket', 'correction'] as const
export const HourKind = named(
  'HourKind',
  Type.Enum(hourKinds),
  'Being there at a shift, other work, a ticket that was finished outside shifts, or a correction of another line.',
  'shift',
)
export type HourKind = Static<typeof HourKind>

export const hourStates = ['proposed', 'approved', 'refused'] as const
export const HourState = named(
  'HourState',
  Type.Enum(hourStates),
  'Whether an administrator has decided on it, and how.',
)
export type HourState = Static<typeof HourState>

/** How a member signed in: with the code of the board, on the laptop at the desk, or by an administrator's entry. */
export const arrivalWays = ['board', 'desk', 'written'] as const
export type ArrivalWay = (typeof arrivalWays)[number]
/**
 * How they signed out: like that, or from anywhere; because they signed in for the next shift, because they are not on the team any
 * more, or not at all.
 */
export const leavingWays = ['board', 'desk', 'anywhere', 'next', 'removed', 'forgotten', 'written'] as const
export type LeavingWay = (typeof leavingWays)[number]

/** What the roster said of a member at the moment of signing in. `beside` means that the roster did not have them. */
export const rosterStandings = ['rostered', 'substitute', 'beside', 'on_leave'] as const
export type RosterStanding = (typeof rosterStandings)[number]

const TimeOfDay = patterned('not_a_time', '^(?:[01]\\d|2[0-3]):[0-5]\\d$', {})
const minutesIn = (maximum: number) => Type.Integer({ minimum: 0, maximum })
const percent = Type.Integer({ minimum: 100, maximum: 300 })

/** How hours are counted. */
export const HourRule = namedObject('HourRule', 'How hours are counted; all of it is sent together.', {
  rounding: field(
    Type.Enum([0, 15, 30, 60]),
    'Minutes are rounded to a multiple of this; 0 counts them as they are.',
    30,
  ),
  direction: field(Type.Enum(['up', 'down', 'nearest']), 'Which way; half is nearest to the larger one.', 'nearest'),
  per: field(Type.Enum(['entry', 'day']), 'Whether each line is rounded, or what a day has together.', 'entry'),
  mostPerDay: field(minutesIn(1440), 'More minutes than this do not count on one day; 0 is no limit.', 480),
  ticketMinutes: field(minutesIn(480), 'What a ticket counts that was finished outside shifts; 0 counts none.', 30),
  nightFrom: field(TimeOfDay, 'When the night begins.', '22:00'),
  nightUntil: field(TimeOfDay, 'When it ends. The same time twice is no night.', '06:00'),
  nightPercent: field(
    percent,
    'What a minute at night counts, in hundredths; where the day is closed too, the larger of the two.',
    150,
  ),
  closedPercent: field(percent, 'What a minute on a closed day counts, in hundredths.', 200),
})
export type HourRule = Static<typeof HourRule>

/** What a column of the table for the school can hold. */
export const columnSources = [
  'number',
  'name',
  'class',
  'college',
  'stuid',
  'date',
  'arrival',
  'leaving',
  'hours',
  'rounded',
  'remark',
  'constant',
] as const
export const HourColumn = namedObject('HourColumn', 'A column of the table for the school.', {
  heading: field(LineOfText(limits.name), 'What stands above it; empty for its usual name.', '姓名'),
  source: field(
    Type.Enum(columnSources),
    'What it holds. `number` is the row’s, `hours` as they were and `rounded` as they count, `constant` is `text` in every row.',
    'name',
  ),
  text: optional(LineOfText(limits.device), 'Of a constant: what it says.', '志愿维修'),
})
export type HourColumn = Static<typeof HourColumn>

/** Whether and how a team signs in. */
export const SigningOptions = namedObject(
  'Signing',
  'Whether and how members sign in for their shifts; all of it is sent together.',
  {
    on: flag('Whether members sign in at all. Who is there is then counted by it.'),
    desk: flag('Whether a name can be tapped at the desk, without the code of the board.', false),
    earlyMinutes: field(
      minutesIn(120),
      'So many minutes before a shift one may sign in; it counts from its begin.',
      15,
    ),
    overtimeMinutes: field(
      minutesIn(240),
      'So many minutes after it one may sign out; later it counts to its end and is marked.',
      30,
    ),
  },
)

export const Signatory = LinePerLanguage(limits.device, { zh_CN: '校学生会志愿服务部', en_US: 'Volunteer Office' })

export const Minutes = integer('In minutes.', 120)
export const LineId = field(Id, 'The number of the line.', 81)
export const PeriodId = field(Id, 'The number of the period.', 3)

export const HourLine = namedObject('HourLine', 'A line of the ledger of hours, with its evidence.', {
  id: LineId,
  member: field(MemberId, 'Whose it is.'),
  name: text('Their name; empty once it was erased.', sample.person),
  kind: HourKind,
  date: text('The day it was on.', sample.date),
  countsOn: text('The day whose period it belongs to: another one where that was closed already.', sample.date),
  shift: text('The number of the shift, `others` for special duty; empty for what was no shift.', '2'),
  arrival: field(TimestampOrNone, 'When they signed in; empty for what was no shift.'),
  leaving: field(TimestampOrNone, 'When they left; empty while they are there, and for what was no shift.', sample.end),
  here: flag('Whether they are still there.', false),
  came: field(Type.Enum([...arrivalWays, '']), 'How they signed in.', 'board'),
  left: field(Type.Enum([...leavingWays, '']), 'How they signed out.', 'board'),
  standing: field(Type.Enum([...rosterStandings, '']), 'What the roster said of them.', 'rostered'),
  late: integer('So many minutes after the start of the shift they came.', 0),
  minutes: integer('The minutes that it was; of a correction in a later period, more or fewer than had counted.', 120),
  counts: integer('The minutes that it counts by the rule; of one that is proposed, those it would.', 120),
  state: HourState,
  reason: text('Why it was refused, corrected or written; may be empty.', ''),
  decidedBy: text('Who decided; may be empty.', sample.colleague),
  decidedTime: field(TimestampOrNone, 'When they did.'),
  ownDecision: flag('Whether they decided on their own hours.', false),
  what: text('Of other work: what it was.', ''),
  with: text('Of other work: with whom.', ''),
  ticket: integer('The ticket that was finished; 0 for everything else.', 0),
  corrects: integer('The line that it corrects; 0 for everything else.', 0),
  corrected: flag('Whether a correction of the same period stands in its place.', false),
  writtenBy: text('Who wrote it, where that was somebody else.', ''),
  objection: text('What the member said against it; may be empty.', ''),
  objected: flag('Whether that still waits for an answer.', false),
  answer: text('What an administrator answered who left the line as it is; may be empty.', ''),
  period: integer('The closed period that it belongs to; 0 while that is open.', 0),
  closed: flag('Whether the line, or the one that it corrects, belongs to a closed period.', false),
  inAll: integer(
    'Where that is closed: the minutes that it has counted in all, with its corrections of later periods; else 0.',
    0,
  ),
})
export type HourLine = Static<typeof HourLine>

/** Minutes that count, by where they come from. */
export const HourSums = namedObject('HourSums', 'Minutes that count, by where they come from.', {
  shift: Minutes,
  work: integer('In minutes.', 60),
  ticket: integer('In minutes.', 30),
  correction: integer('In minutes; below zero where too much had been counted.', -30),
  total: integer('All together.', 180),
})
export type HourSums = Static<typeof HourSums>

export const MissingMember = namedObject('MissingMember', 'Somebody was on a shift and did not sign in.', {
  member: field(MemberId, 'Who.'),
  name: text('Their name; empty once it was erased.', sample.person),
  date: text('The day of the shift.', sample.date),
  shift: text('Its number.', '2'),
})

export const HourPeriod = namedObject('HourPeriod', 'A period that was closed.', {
  id: PeriodId,
  name: text('What it is called.', '2026 秋季学期'),
  from: text('Its first day; empty if it goes back to the beginning.', '2026-09-01'),
  until: text('Its last day.', '2026-10-31'),
  rule: HourRule,
  lines: integer('How many lines it has.', 412),
  minutes: integer('How many minutes they count together.', 48_210),
  checksum: text('SHA-256 over its rule and its lines, as 64 hexadecimal digits.', 'a3f1'.padEnd(64, '0')),
  closedTime: field(Timestamp, 'When it was closed.'),
  closedBy: text('Who closed it.', sample.colleague),
})

export const exampleCertificate = '7KQM-2XPD-0TH8-W5RC'
export const HourCertificate = namedObject('Certificate', 'A certificate of hours in closed periods.', {
  number: text('The number by which anybody can check it.', exampleCertificate),
  name: text('My name.', sample.person),
  stuid: text('My student id; may be empty.', sample.stuid),
  class: text('My class; may be empty.', sample.class),
  college: text('My college; may be empty.', sample.college),
  team: text('The team.', 'Campus Repair Team'),
  signatory: field(Signatory, 'Who signs it; may be empty.'),
  periods: listOf('The periods, the earliest first.', {
    name: text('What it is called.', '2026 秋季学期'),
    from: text('Its first day, or the first on which I have hours.', '2026-09-01'),
    until: text('Its last day.', '2026-10-31'),
    sums: field(HourSums, 'What counted in it.'),
  }),
  sums: field(HourSums, 'All of it together.'),
  issuedTime: field(Timestamp, 'When it was made.'),
  url: text('The page that checks it.', `https://repair.example.edu/certificate#${exampleCertificate}`),
})
