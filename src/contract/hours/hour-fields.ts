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

export const hourKinds = ['shift', 'work', 'ticket', 'correction'] as const
export const HourKind = named(
  'HourKind',
  Type.Enum(hourKinds),
  'The origin of the hours: presence at a shift, other work, a ticket finished outside shifts, or a correction of another entry.',
  'shift',
)
export type HourKind = Static<typeof HourKind>

export const hourStates = ['proposed', 'approved', 'refused'] as const
export const HourState = named('HourState', Type.Enum(hourStates), 'The decision of an administrator.')
export type HourState = Static<typeof HourState>

/** How a member signed in: with the code of the board, at the desk, or by an administrator's entry. */
export const arrivalWays = ['board', 'desk', 'written'] as const
export type ArrivalWay = (typeof arrivalWays)[number]
/** How a member signed out. `next`: by signing in for the next shift. `removed`: by leaving the team. `forgotten`: not at all. */
export const leavingWays = ['board', 'desk', 'anywhere', 'next', 'removed', 'forgotten', 'written'] as const
export type LeavingWay = (typeof leavingWays)[number]

/** The member's status in the roster at sign-in. `beside` means not on the roster. */
export const rosterStandings = ['rostered', 'substitute', 'beside', 'on_leave'] as const
export type RosterStanding = (typeof rosterStandings)[number]

const TimeOfDay = patterned('not_a_time', '^(?:[01]\\d|2[0-3]):[0-5]\\d$', {})
const minutesIn = (maximum: number) => Type.Integer({ minimum: 0, maximum })
const percent = Type.Integer({ minimum: 100, maximum: 300 })

export const HourRule = namedObject('HourRule', 'How hours are counted. All fields are sent together.', {
  rounding: field(Type.Enum([0, 15, 30, 60]), 'Round minutes to a multiple of this; 0 does not round.', 30),
  direction: field(
    Type.Enum(['up', 'down', 'nearest']),
    'The direction of rounding; `nearest` rounds half up.',
    'nearest',
  ),
  per: field(Type.Enum(['entry', 'day']), 'Whether to round each entry, or the sum of a day.', 'entry'),
  mostPerDay: field(minutesIn(1440), 'The maximum of minutes that count on one day; 0 for no limit.', 480),
  ticketMinutes: field(minutesIn(480), 'Minutes that count for a ticket finished outside shifts; 0 for none.', 30),
  nightFrom: field(TimeOfDay, 'When the night begins.', '22:00'),
  nightUntil: field(TimeOfDay, 'When the night ends. The same time as `nightFrom` means no night.', '06:00'),
  nightPercent: field(
    percent,
    'The value of a minute at night in percent. On a closed day the larger percentage applies.',
    150,
  ),
  closedPercent: field(percent, 'The value of a minute on a closed day in percent.', 200),
})
export type HourRule = Static<typeof HourRule>

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
export const HourColumn = namedObject('HourColumn', 'A column of the hours export.', {
  heading: field(LineOfText(limits.name), 'The heading; empty for the default.', '姓名'),
  source: field(
    Type.Enum(columnSources),
    'The content: `number` is the number of the row, `hours` the actual and `rounded` the counted hours, `constant` repeats `text` in every row.',
    'name',
  ),
  text: optional(LineOfText(limits.device), 'The text of a `constant` column.', '志愿维修'),
})
export type HourColumn = Static<typeof HourColumn>

export const SigningOptions = namedObject(
  'Signing',
  'How members sign in for their shifts. All fields are sent together.',
  {
    on: flag('Whether members sign in. If so, the number of people on duty follows from it.'),
    desk: flag('Whether members can tap their name at the desk without the code of the board.', false),
    earlyMinutes: field(
      minutesIn(120),
      'How many minutes before a shift members may sign in. The time counts from its beginning.',
      15,
    ),
    overtimeMinutes: field(
      minutesIn(240),
      'How many minutes after a shift members may sign out. A later sign-out counts to the end of the shift and is flagged.',
      30,
    ),
  },
)

export const Signatory = LinePerLanguage(limits.device, { zh_CN: '校学生会志愿服务部', en_US: 'Volunteer Office' })

export const Minutes = integer('In minutes.', 120)
export const LineId = field(Id, 'The number of the entry.', 81)
export const PeriodId = field(Id, 'The number of the period.', 3)

export const memberName = {
  member: field(MemberId, 'The member.'),
  name: text('The member’s name; empty once it was erased.', sample.person),
}

export const HourLine = namedObject('HourLine', 'An entry in the ledger of hours, with its evidence.', {
  id: LineId,
  ...memberName,
  kind: HourKind,
  date: text('The day of the work.', sample.date),
  countsOn: text('The day that decides its period; later than `date` if that period is closed.', sample.date),
  shift: text('The number of the shift, or `others` for special duty; empty if it is no shift.', '2'),
  arrival: field(TimestampOrNone, 'When they signed in; empty if it is no shift.'),
  leaving: field(TimestampOrNone, 'When they signed out; empty if they have not, or if it is no shift.', sample.end),
  here: flag('Whether they are still signed in.', false),
  came: field(Type.Enum([...arrivalWays, '']), 'How they signed in.', 'board'),
  left: field(Type.Enum([...leavingWays, '']), 'How they signed out.', 'board'),
  standing: field(Type.Enum([...rosterStandings, '']), 'Their status in the roster.', 'rostered'),
  late: integer('How many minutes after the start of the shift they signed in.', 0),
  minutes: integer('The actual minutes. For a correction in a later period, the difference.', 120),
  counts: integer('The minutes that count by the rule, or would count if approved.', 120),
  state: HourState,
  reason: text('The reason for a refusal, correction or manual entry; may be empty.', ''),
  decidedBy: text('Who decided; may be empty.', sample.colleague),
  decidedTime: field(TimestampOrNone, 'When the decision was made.'),
  ownDecision: flag('Whether administrators decided on their own hours.', false),
  what: text('For other work: what was done.', ''),
  with: text('For other work: with whom.', ''),
  ticket: integer('The finished ticket; otherwise 0.', 0),
  corrects: integer('The entry that this one corrects; otherwise 0.', 0),
  corrected: flag('Whether a correction in the same period replaces it.', false),
  writtenBy: text('Who entered it, if not the member.', ''),
  objection: text('The member’s objection; may be empty.', ''),
  objected: flag('Whether the objection is unanswered.', false),
  answer: text('The answer of an administrator who kept the entry unchanged; may be empty.', ''),
  period: integer('The closed period that it belongs to; 0 if that period is open.', 0),
  closed: flag('Whether this entry, or the one that it corrects, belongs to a closed period.', false),
  inAll: integer('In a closed period, the minutes that count including corrections in later periods; otherwise 0.', 0),
})
export type HourLine = Static<typeof HourLine>

export const HourSums = namedObject('HourSums', 'Counted minutes by origin.', {
  shift: Minutes,
  work: integer('In minutes.', 60),
  ticket: integer('In minutes.', 30),
  correction: integer('In minutes; negative if too many had been counted.', -30),
  total: integer('The sum.', 180),
})
export type HourSums = Static<typeof HourSums>

export const MissingMember = namedObject('MissingMember', 'A member who was on a shift and did not sign in.', {
  ...memberName,
  date: text('The day of the shift.', sample.date),
  shift: text('The number of the shift, or `others` for the helper of a repair day.', '2'),
})

export const periodFields = {
  id: PeriodId,
  name: text('The name of the period.', '2026 秋季学期'),
  from: text('The first day; empty if the period has no beginning.', '2026-09-01'),
  until: text('The last day.', '2026-10-31'),
}
export const HourPeriod = namedObject('HourPeriod', 'A closed period.', {
  ...periodFields,
  rule: HourRule,
  lines: integer('The number of entries.', 412),
  minutes: integer('The sum of counted minutes.', 48_210),
  checksum: text('SHA-256 of its rule and entries, as 64 hexadecimal digits.', 'a3f1'.padEnd(64, '0')),
  closedTime: field(Timestamp, 'When it was closed.'),
  closedBy: text('Who closed it.', sample.colleague),
})

export const exampleCertificate = '7KQM-2XPD-0TH8-W5RC'
export const HourCertificate = namedObject('Certificate', 'A certificate of hours in closed periods.', {
  number: text('The number to verify it by.', exampleCertificate),
  name: text('Your name.', sample.person),
  stuid: text('Your student ID; may be empty.', sample.stuid),
  class: text('Your class; may be empty.', sample.class),
  college: text('Your college; may be empty.', sample.college),
  team: text('The name of the team.', 'Campus Repair Team'),
  signatory: field(Signatory, 'Who signs it; may be empty.'),
  periods: listOf('The periods, earliest first.', {
    name: text('The name of the period.', '2026 秋季学期'),
    from: text('The first day of the period, or your first day with hours.', '2026-09-01'),
    until: text('The last day.', '2026-10-31'),
    sums: field(HourSums, 'Your counted minutes in the period.'),
  }),
  sums: field(HourSums, 'The sum over all periods.'),
  issuedTime: field(Timestamp, 'When it was issued.'),
  url: text('The page that verifies it.', `https://repair.example.edu/certificate#${exampleCertificate}`),
})
