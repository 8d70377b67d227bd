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
import { barriers } from '../tickets/outcome-fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'
import { Settings } from './settings.ts'

const MemberName = field(
  LineOfText(limits.name, { minLength: 1 }),
  'The member’s name, by which rosters know them.',
  sample.person,
)
const StudentId = field(
  LineOfText(limits.name),
  'The student id, which the school’s login knows them by.',
  sample.stuid,
)
const SchoolClass = field(LineOfText(limits.name), 'Their class, for the school’s record of hours.', sample.class)
const College = field(LineOfText(limits.name), 'Their college, for the school’s record of hours.', sample.college)
const InvitationCode = text('The one-time code, for POST /member/login.', 'inv_x7k2-9qrd-4m0t-h8wz')
const JoinPage = text('The page that takes the code.', 'https://repair.example.edu/join')
const MayAdminister = flag('Whether they are an administrator.', false)

const Member = namedObject('Member', 'A member of the team, as administrators see them.', {
  id: MemberId,
  name: text('Their name, by which rosters know them.', sample.person),
  phone: text('Their phone number; may be empty.', sample.phone),
  stuid: text('Their student id; may be empty.', sample.stuid),
  class: text('Their class; may be empty.', sample.class),
  college: text('Their college; may be empty.', sample.college),
  avatar: text('The address of their picture.', sample.picture),
  role: field(Type.Enum(['member', 'admin']), 'Whether they are an administrator too.'),
  active: flag('Whether they are on the team; false after they were removed.'),
  linked: flag('Whether somebody has become this member by a login.'),
  hasPassword: flag('Whether they can log in with student id and password.', false),
  hasFactor: flag('Whether they have a second factor.'),
  createdTime: Created,
  version: Version,
  lastSeen: field(TimestampOrNone, 'When they last used the service; empty if never.'),
})

const Side = namedObject('LogSide', 'What something was before a change, or after it.', {
  id: integer('The number of what was changed; 0 where there is none.', 12),
  info: text('A short text, in the reader’s language.', 'Accepted'),
})

const LogEntry = namedObject('LogEntry', 'One change that a person made.', {
  op: text('Who did it.', sample.person),
  time: field(Timestamp, 'When it was done.'),
  operation: named('Operation', Coded('operation'), 'What was done.', 5),
  target: named('Target', Coded('target'), 'To what kind of thing.', 0),
  previous: field(Side, 'What it was before.', { id: 12, info: 'Submitted' }),
  current: field(Side, 'What it was afterwards.'),
})

const Feedback = namedObject('Feedback', 'What a user told the team.', {
  id: field(Id, 'The number of the feedback.', 7),
  user: field(
    Type.Object({
      id: field(Id, 'The number of the user.', 41),
      name: text('The name in their profile; may be empty.', sample.person),
    }),
    'Who wrote it.',
  ),
  content: text('What they wrote.', 'My kettle works again. Thank you!'),
  createdTime: Created,
})

/** A week or a month by its first day. */
const Period = namedObject('Period', 'The figures of one week or month.', {
  start: text('Its first day.', sample.date),
  created: integer('How many tickets were handed in.', 14),
  finished: integer('How many were repaired.', 11),
  unrepairable: integer('How many were found beyond repair.', 2),
})
const Took = namedObject('Durations', 'How long something took.', {
  count: integer('How many tickets it was measured on.', 120),
  median: integer('Half of them took no longer, in seconds.', 5400),
  p90: integer('Nine of ten took no longer, in seconds.', 172_800),
})
const notInExternal = integer('How many tickets are not yet promised to the external ticket system.', 3)
const ticketTotal = integer('How many tickets there are.', 240)

const VersionedSettings = named(
  'Settings',
  Type.Object({ ...Settings.properties, version: Version }),
  'What administrators decide while the service runs.',
)

/** What administrators do. */
export const admin = {
  members: get('/admin/member/list', 'admin', {
    ticket: 'unrelated',
    summary: 'All members, the removed ones too, newest first; or those that are looked for.',
    input: Type.Object({
      ...Paging,
      id: optional(Id, 'Only this member.', 3),
      search: optional(
        LineOfText(limits.search),
        'Only those whose name, student id or phone number has this in it.',
        sample.person,
      ),
    }),
    output: PageOf(Member),
  }),
  invite: post('/admin/member/invite', 'admin', {
    ticket: 'unrelated',
    summary:
      'Add a member and get the one-time code that makes somebody that member. With an id alone: a new code for an existing member (a lost phone); whoever uses it takes the place of those linked before.',
    input: Type.Object({
      id: optional(MemberId),
      name: optional(MemberName),
      phone: optional(Phone),
      stuid: optional(StudentId),
      class: optional(SchoolClass),
      college: optional(College),
      passwd: optional(NewPassword),
      admin: optional(MayAdminister),
    }),
    output: Type.Object({ id: MemberId, code: InvitationCode, link: JoinPage }),
    confirm: ['id', 'admin', 'passwd'],
    errors: ['member_not_found', 'name_taken', 'student_id_taken', 'factor_needed'],
  }),
  inviteMany: post('/admin/member/invite/many', 'admin', {
    ticket: 'unrelated',
    summary:
      'Add several members and get a one-time code for each, in the order in which they were given. If one of them cannot be added, none is.',
    input: Type.Object({
      members: field(
        Type.Array(Type.Object({ name: MemberName, stuid: optional(StudentId) }), { maxItems: limits.invitations }),
        `Whom to add, up to ${limits.invitations}.`,
      ),
    }),
    output: Type.Object({
      list: listOf('The new members.', {
        id: MemberId,
        name: text('Their name.', sample.person),
        code: InvitationCode,
      }),
      link: JoinPage,
    }),
    errors: ['name_taken', 'student_id_taken'],
  }),
  updateMember: post('/admin/member/update', 'admin', {
    ticket: 'unrelated',
    summary:
      'Change a member. A field that is absent stays as it is; an empty one is cleared. `avatar` is an address that POST /upload gave. With the `version` that was read, a field that somebody else has changed in between is a 409; others are no obstacle.',
    input: Type.Object({
      id: MemberId,
      name: optional(MemberName),
      phone: optional(Phone),
      stuid: optional(StudentId),
      class: optional(SchoolClass),
      college: optional(College),
      passwd: optional(NewPassword),
      avatar: optional(
        LineOfText(limits.url),
        'An address that POST /upload gave; empty takes the picture away.',
        sample.picture,
      ),
      admin: optional(MayAdminister),
      active: optional(flag('False removes them from the team, true brings them back.')),
      version: optional(Version),
    }),
    output: Type.Object({ version: Version }),
    confirm: ['stuid', 'passwd', 'admin', 'active'],
    errors: ['member_not_found', 'member_changed', 'name_taken', 'student_id_taken', 'last_admin', 'factor_needed'],
  }),
  removeMember: post('/admin/member/remove', 'admin', {
    ticket: 'unrelated',
    summary:
      'Remove a member. Their sessions as a member, invitations, calendar and second factor end for good; the history keeps their name. Their personal data goes after `retentionDays`.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'last_admin', 'factor_needed'],
  }),
  resetFactor: post('/admin/factor/reset', 'admin', {
    ticket: 'unrelated',
    summary: 'Take the second factor off a member who has lost it, with its recovery codes. They are told.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'factor_needed'],
  }),
  log: get('/admin/loglist', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'The operation log, newest first: who did what, when, to what, before and after.',
    input: Type.Object({
      ...Paging,
      op: optional(Name, 'Only what this person did.'),
      target: optional(Type.Integer({ minimum: 0, maximum: 99 }), 'Only what was done to this kind of thing.', 0),
      since: optional(Moment, 'Only from then on.'),
      until: optional(Moment, 'Only before then.'),
    }),
    output: PageOf(LogEntry),
  }),
  feedback: get('/admin/report/list', 'admin', {
    ticket: 'unrelated',
    summary: 'The feedback of users, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Feedback),
  }),
  settings: get('/admin/settings', 'admin', {
    ticket: 'unrelated',
    summary: 'The settings in force.',
    output: VersionedSettings,
  }),
  updateSettings: post('/admin/settings/update', 'admin', {
    ticket: 'unrelated',
    summary:
      'Change settings. What is absent stays; all of it must fit together. With the `version` that was read, a setting that somebody else has changed in between is a 409; others are no obstacle. In force on every node within two seconds.',
    input: Type.Object({ ...Type.Partial(Settings).properties, version: optional(Version) }),
    output: Type.Object({ version: Version }),
    confirm: ['sessionDays', 'memberSessionDays', 'adminSessionHours', 'rates'],
    errors: ['settings_changed', 'factor_needed'],
  }),
  exportTickets: get('/admin/tickets/export', 'admin', {
    ticket: 'manage',
    summary:
      'The tickets created from one day until another, both included, as a table for spreadsheets, oldest first, in the language of whoever asks. The operation log says that it was taken.',
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
      'How many tickets there are, and how many of them are not yet promised to the external ticket system; repeated in an inner wrapper, for clients written for that.',
    output: Type.Object({
      notInExternal,
      total: ticketTotal,
      success: field(Type.Literal(true), 'Always true.'),
      data: field(Type.Object({ notInExternal, total: ticketTotal }), 'The same two figures once more.'),
    }),
  }),
  statsDetail: get('/admin/stats/detail', 'admin', {
    ticket: 'manage',
    summary:
      'Series for charts: tickets by week and month, by type, unfinished ones by age; and over a period the times to claim and to repair in seconds, and which devices came most often and what each member repaired. The period is the last 90 days, or the days from `from` until `until`, both included, a year at most. `left` are tickets in work whose members have all left the team, the oldest first, up to 100.',
    input: Type.Object({
      from: optional(CalendarDate, 'The first day; 90 days in all if absent.'),
      until: optional(CalendarDate, 'The last day; today if absent.'),
    }),
    output: Type.Object({
      weeks: list(Period, 'By week: those that the period touches, or a year back if none is given.'),
      months: list(Period, 'By month, in the same way.'),
      types: listOf('By type.', {
        type: integer('The type: 0 appliance, 1 computer.', 0),
        total: integer('How many there are.', 140),
        open: integer('How many of them are unfinished.', 6),
      }),
      secondsToClaim: field(Took, 'From handing in to the claim, in the period: the newest 2,000.'),
      secondsToRepair: field(Took, 'From the claim to the repair, in the period: the newest 2,000.'),
      unclaimed: integer('How many wait for somebody to claim them.', 3),
      open: listOf('Unfinished tickets by age.', {
        fromDays: integer('At least so many days old.', 7),
        untilDays: field(Type.Union([Type.Integer(), Type.Null()]), 'Younger than so many days, or any age.', 30),
        count: integer('How many there are.', 4),
      }),
      devices: listOf('What came most often in the period, among the newest 2,000.', {
        device: markPersonal(text('The device.', sample.device), 'words'),
        count: integer('How often it came.', 9),
      }),
      members: listOf('What each member repaired in the period.', {
        id: MemberId,
        name: text('The member’s name.', sample.person),
        finished: integer('How many they repaired.', 5),
      }),
      outcomes: field(
        Type.Object({
          finished: integer('How many were finished.', 41),
          fixed: integer('How many of them are said to be fixed.', 30),
          repairable: integer('Could be repaired still.', 4),
          endOfLife: integer('Are at the end of their life.', 5),
          unknown: integer('Nobody knows.', 1),
        }),
        'What became of what was finished in the period. Of some nobody has said it.',
      ),
      categories: listOf('What was finished in the period by kind of product, the most frequent first.', {
        category: field(Coded('category'), 'The kind of product.', 14),
        count: integer('How many there are.', 9),
        fixed: integer('How many of them are said to be fixed.', 7),
      }),
      barriers: listOf('What stood in the way in the period, the most frequent first.', {
        barrier: field(Type.Enum([...barriers]), 'What it was.', 'worn_out'),
        count: integer('How often.', 2),
      }),
      rating: field(
        Type.Object({
          count: integer('How many were given in the period.', 12),
          stars: integer('All their stars together; divided by how many there are, that is the mean.', 55),
        }),
        'What owners think of their repairs.',
      ),
      left: listOf('Tickets in work whose members have all left the team.', {
        id: TicketId,
        device: markPersonal(text('The device.', sample.device), 'words'),
        member: text('Who worked on it last.', sample.colleague),
      }),
    }),
  }),
}
