import { get, post } from '../endpoint.ts'
import {
  CalendarDate,
  Coded,
  Created,
  Id,
  LineOfText,
  limits,
  MemberId,
  Moment,
  Name,
  NewPassword,
  PageOf,
  Paging,
  Phone,
  sample,
  TicketId,
  Timestamp,
  TimestampOrNone,
  Version,
} from '../fields.ts'
import { DayId } from '../repair-days/day-fields.ts'
import { barriers } from '../tickets/outcome-fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { DeviceName } from '../tickets/ticket-fields.ts'
import { field, flag, integer, list, listOf, named, namedObject, objectOf, optional, Type, text } from '../type.ts'
import { Settings } from './settings.ts'

const MemberName = field(
  LineOfText(limits.name, { minLength: 1 }),
  'The member’s name, which rosters refer to.',
  sample.person,
)
const StudentId = field(
  LineOfText(limits.name),
  'The student ID, for logging in and for the school’s identity provider.',
  sample.stuid,
)
const memberFields = {
  name: optional(MemberName),
  phone: optional(Phone),
  stuid: optional(StudentId),
  class: optional(LineOfText(limits.name), 'The class, for the export of hours.', sample.class),
  college: optional(LineOfText(limits.name), 'The college, for the export of hours.', sample.college),
  passwd: optional(NewPassword),
}
const InvitationCode = text('The one-time code for POST /member/login.', 'inv_x7k2-9qrd-4m0t-h8wz')
const JoinPage = text('The page that accepts the code.', 'https://repair.example.edu/join')
const MayAdminister = flag('Whether they are an administrator.', false)

const Member = namedObject('Member', 'A member as administrators see it.', {
  id: MemberId,
  name: text('The member’s name, which rosters refer to.', sample.person),
  phone: text('The phone number; may be empty.', sample.phone),
  stuid: text('The student ID; may be empty.', sample.stuid),
  class: text('The class; may be empty.', sample.class),
  college: text('The college; may be empty.', sample.college),
  avatar: text('The address of the picture.', sample.picture),
  role: field(Type.Enum(['member', 'admin']), 'Whether they are an administrator.'),
  active: flag('Whether they are on the team; false after they were removed.'),
  linked: flag('Whether a person has logged in as this member.'),
  hasPassword: flag('Whether they can log in with student ID and password.', false),
  hasFactor: flag('Whether they use two-step verification.'),
  createdTime: Created,
  version: Version,
  lastSeen: field(TimestampOrNone, 'When they last used the service; empty if never.'),
})

const Side = namedObject('LogSide', 'The state before or after a change.', {
  id: integer('The number of the changed object; 0 if it has none.', 12),
  info: text('A short description in the reader’s language.', 'Accepted'),
})

const LogEntry = namedObject('LogEntry', 'A change in the operation log.', {
  text: text('A sentence in the reader’s language.', 'Ben changed the status of #12 from Submitted to Claimed.'),
  op: text('Who did it.', sample.person),
  time: field(Timestamp, 'When it was done.'),
  operation: named('Operation', Coded('operation'), 'The kind of change.', 5),
  target: named('Target', Coded('target'), 'The kind of object that was changed.', 0),
  previous: field(Side, 'The state before.', { id: 12, info: 'Submitted' }),
  current: field(Side, 'The state after.'),
})

const Feedback = namedObject('Feedback', 'Feedback of a user.', {
  id: field(Id, 'The number of the feedback.', 7),
  user: objectOf('The author.', {
    id: field(Id, 'The number of the user.', 41),
    name: text('The name in their profile; may be empty.', sample.person),
  }),
  content: text('What they wrote.', 'My kettle works again. Thank you!'),
  createdTime: Created,
})

const ticketFigures = {
  created: integer('How many tickets were submitted.', 14),
  finished: integer('How many were repaired.', 11),
  unrepairable: integer('How many were not repaired.', 2),
}
const Period = namedObject('Period', 'Ticket figures of one week or month.', {
  start: text('The first day.', sample.date),
  ...ticketFigures,
})
const DurationStatistics = namedObject('Durations', 'Statistics of a duration.', {
  count: integer('The number of measured tickets.', 120),
  median: integer('The median in seconds.', 5400),
  p90: integer('The 90th percentile in seconds.', 172_800),
})
const notInExternal = integer('How many tickets were not yet forwarded to the external ticket system.', 3)
const ticketTotal = integer('How many tickets there are.', 240)

const VersionedSettings = named(
  'Settings',
  Type.Object({ ...Settings.properties, version: Version }),
  'The settings that administrators can change at any time.',
)

export const admin = {
  members: get('/admin/member/list', 'admin', {
    ticket: 'unrelated',
    summary: 'List all members, newest first, including removed ones. `search` and `id` filter them.',
    input: Type.Object({
      ...Paging,
      id: optional(Id, 'Only this member.', 3),
      search: optional(
        LineOfText(limits.search),
        'Only members whose name, student ID or phone number contains this text.',
        sample.person,
      ),
    }),
    output: PageOf(Member),
  }),
  invite: post('/admin/member/invite', 'admin', {
    ticket: 'unrelated',
    summary:
      'Add a member. The answer has a one-time code for POST /member/login. With an id alone it makes a new code for an existing member who lost access; the person who uses it replaces those who were linked before.',
    input: Type.Object({
      id: optional(MemberId),
      ...memberFields,
      admin: optional(MayAdminister),
    }),
    output: Type.Object({ id: MemberId, code: InvitationCode, link: JoinPage }),
    confirm: ['id', 'admin', 'passwd'],
    errors: ['member_not_found', 'name_taken', 'student_id_taken', 'factor_needed'],
  }),
  inviteMany: post('/admin/member/invite/many', 'admin', {
    ticket: 'unrelated',
    summary:
      'Add several members. The answer has a one-time code for each, in the given order. If one cannot be added, none is.',
    input: Type.Object({
      members: field(
        Type.Array(Type.Object({ name: MemberName, stuid: optional(StudentId) }), { maxItems: limits.invitations }),
        `The members to add, at most ${limits.invitations}.`,
      ),
    }),
    output: Type.Object({
      list: listOf('The new members.', {
        id: MemberId,
        name: text('The member’s name.', sample.person),
        code: InvitationCode,
      }),
      link: JoinPage,
    }),
    errors: ['name_taken', 'student_id_taken'],
  }),
  updateMember: post('/admin/member/update', 'admin', {
    ticket: 'unrelated',
    summary:
      'Change a member. Absent fields stay unchanged; empty ones are cleared. `avatar` is an address from POST /upload. With `version`, a concurrent change of the same field by someone else is refused with 409; changes of other fields do not conflict.',
    input: Type.Object({
      id: MemberId,
      ...memberFields,
      avatar: optional(
        LineOfText(limits.url),
        'An address from POST /upload; empty removes the picture.',
        sample.picture,
      ),
      admin: optional(MayAdminister),
      active: optional(flag('False removes them from the team, true restores them.')),
      version: optional(Version),
    }),
    output: Type.Object({ version: Version }),
    confirm: ['stuid', 'passwd', 'admin', 'active'],
    errors: ['member_not_found', 'member_changed', 'name_taken', 'student_id_taken', 'last_admin', 'factor_needed'],
  }),
  removeMember: post('/admin/member/remove', 'admin', {
    ticket: 'unrelated',
    summary:
      'Remove a member from the team. Their member logins, invitations, calendar and two-step verification end for good; the history keeps their name. Their personal data is removed after `retentionDays`.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'last_admin', 'factor_needed'],
  }),
  resetFactor: post('/admin/factor/reset', 'admin', {
    ticket: 'unrelated',
    summary:
      'Switch off two-step verification for a member who lost the phone, and remove their recovery codes. The member is notified.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'factor_needed'],
  }),
  log: get('/admin/loglist', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'List the operation log, newest first. Each entry says who changed what, when, and the state before and after.',
    input: Type.Object({
      ...Paging,
      op: optional(Name, 'Only changes by this person.'),
      target: optional(integer('Only changes of this kind of object.', 0, { minimum: 0, maximum: 99 })),
      since: optional(Moment, 'Only changes from this time on.'),
      until: optional(Moment, 'Only changes before this time.'),
    }),
    output: PageOf(LogEntry),
  }),
  feedback: get('/admin/report/list', 'admin', {
    ticket: 'unrelated',
    summary: 'List the feedback of users, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Feedback),
  }),
  settings: get('/admin/settings', 'admin', {
    ticket: 'unrelated',
    summary: 'Get the settings.',
    output: VersionedSettings,
  }),
  updateSettings: post('/admin/settings/update', 'admin', {
    ticket: 'unrelated',
    summary:
      'Change settings. Absent settings stay unchanged; the result must be consistent. With `version`, a concurrent change of the same setting by someone else is refused with 409; changes of other settings do not conflict. Every node applies them within two seconds.',
    input: Type.Object({ ...Type.Partial(Settings).properties, version: optional(Version) }),
    output: Type.Object({ version: Version }),
    confirm: ['sessionDays', 'memberSessionDays', 'adminSessionHours', 'rates'],
    errors: ['settings_changed', 'factor_needed'],
  }),
  exportTickets: get('/admin/tickets/export', 'admin', {
    ticket: 'manage',
    summary:
      'Export the tickets created between two days, both included. The table is for spreadsheets, oldest first, in the language of the caller. The export is recorded in the operation log.',
    input: Type.Object({
      from: optional(CalendarDate, 'The first day.'),
      until: optional(CalendarDate, 'The last day.'),
    }),
    output: markPersonal(
      text('A heading, and a line for each ticket.', 'Number,Type,Status\r\n12,Appliance,Repaired\r\n'),
      'owner',
      'phone',
      'words',
      'workers',
    ),
    answer: 'raw',
    produces: 'text/csv',
    confirm: true,
    errors: ['factor_needed'],
  }),
  stats: get('/admin/stats', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Get the number of tickets, and how many were not yet forwarded. Repeated in an inner wrapper for older clients.',
    output: Type.Object({
      notInExternal,
      total: ticketTotal,
      success: field(Type.Literal(true), 'Always true.'),
      data: objectOf('The same two figures again.', { notInExternal, total: ticketTotal }),
    }),
  }),
  statsDetail: get('/admin/stats/detail', 'admin', {
    ticket: 'manage',
    summary:
      'Get statistics for charts. They have tickets by week, month and type, and unfinished ones by age; for a period also times to claim and to repair, the most frequent devices, repairs by member, and repair days. The period is the last 90 days, or the days from `from` to `until`, both included, at most a year. `left` lists up to 100 tickets in work whose members have all left the team, oldest first.',
    input: Type.Object({
      from: optional(CalendarDate, 'The first day; by default so that the period has 90 days.'),
      until: optional(CalendarDate, 'The last day; today by default.'),
    }),
    output: Type.Object({
      total: objectOf('Ticket figures of exactly the period.', ticketFigures),
      weeks: list(Period, 'By week: the weeks of the period, or of the last year if no period is given.'),
      months: list(Period, 'By month, likewise.'),
      types: listOf('By type.', {
        type: integer('The type: 0 for appliances, 1 for computers.', 0),
        total: integer('How many there are.', 140),
        open: integer('How many are unfinished.', 6),
      }),
      secondsToClaim: field(
        DurationStatistics,
        'From submission to claim, for the newest 2,000 tickets of the period.',
      ),
      secondsToRepair: field(DurationStatistics, 'From claim to repair, for the newest 2,000 tickets of the period.'),
      unclaimed: integer('How many are unclaimed.', 3),
      open: listOf('Unfinished tickets by age.', {
        fromDays: integer('The minimum age in days.', 7),
        untilDays: field(
          Type.Union([Type.Integer(), Type.Null()]),
          'The exclusive maximum age in days; null for none.',
          30,
        ),
        count: integer('How many there are.', 4),
      }),
      devices: listOf('The most frequent devices among the newest 2,000 tickets of the period.', {
        device: DeviceName,
        count: integer('How many there are.', 9),
      }),
      members: listOf('Repairs of the period by member.', {
        id: MemberId,
        name: text('The member’s name.', sample.person),
        finished: integer('How many they repaired.', 5),
      }),
      outcomes: objectOf(
        'Outcomes of the tickets finished in the period. Tickets without a recorded outcome count in `finished` only.',
        {
          finished: integer('How many were finished.', 41),
          fixed: integer('How many were fixed.', 30),
          repairable: integer('How many could still be repaired.', 4),
          endOfLife: integer('How many are at the end of their life.', 5),
          unknown: integer('How many have an unknown outcome.', 1),
        },
      ),
      categories: listOf('Finished tickets of the period by category, most frequent first.', {
        category: field(Coded('category'), 'The category.', 14),
        count: integer('How many there are.', 9),
        fixed: integer('How many were fixed.', 7),
      }),
      barriers: listOf('Barriers in the period, most frequent first.', {
        barrier: field(Type.Enum([...barriers]), 'The barrier.', 'worn_out'),
        count: integer('How many there are.', 2),
      }),
      rating: objectOf('Ratings by owners.', {
        count: integer('How many ratings were given in the period.', 12),
        stars: integer('The sum of their stars. Divided by `count` it gives the mean.', 55),
      }),
      repairDays: listOf('Repair days that began in the period and are over, the latest first.', {
        id: DayId,
        date: field(CalendarDate, 'The date of the day.'),
        booked: integer('How many places were booked at the end: those who came with a booking or missed it.', 35),
        arrived: integer('How many devices came with a booking.', 31),
        walkIns: integer('How many devices came without a booking.', 11),
        fixed: integer('How many of the devices that came were fixed.', 27),
        notFixed: integer('How many were closed without being fixed.', 12),
        open: integer('How many are not finished yet.', 3),
        grams: integer('The estimated weight of the fixed devices, by the average of their category.', 31_200),
      }),
      left: listOf('Tickets in work whose members have all left the team.', {
        id: TicketId,
        device: DeviceName,
        member: text('The member who worked on it last.', sample.colleague),
      }),
    }),
  }),
}
