import { endpoint } from '../endpoint.ts'
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
import { field, listOf, named, namedObject, Type } from '../type.ts'
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
const InvitationCode = field(Type.String(), 'The one-time code, for POST /member/login.', 'inv_x7k2-9qrd-4m0t-h8wz')
const JoinPage = field(Type.String(), 'The page that takes the code.', 'https://repair.example.edu/join')
const MayAdminister = field(Type.Boolean(), 'Whether they are an administrator.', false)

const Member = namedObject('Member', 'A member of the team, as administrators see them.', {
  id: MemberId,
  name: field(Type.String(), 'Their name, by which rosters know them.', sample.person),
  phone: field(Type.String(), 'Their phone number; may be empty.', sample.phone),
  stuid: field(Type.String(), 'Their student id; may be empty.', sample.stuid),
  class: field(Type.String(), 'Their class; may be empty.', sample.class),
  college: field(Type.String(), 'Their college; may be empty.', sample.college),
  avatar: field(Type.String(), 'The address of their picture.', sample.picture),
  role: field(Type.Enum(['member', 'admin']), 'Whether they are an administrator too.'),
  active: field(Type.Boolean(), 'Whether they are on the team; false after they were removed.'),
  linked: field(Type.Boolean(), 'Whether somebody has become this member by a login.'),
  hasPassword: field(Type.Boolean(), 'Whether they can log in with student id and password.', false),
  hasFactor: field(Type.Boolean(), 'Whether they have a second factor.'),
  createdTime: Created,
  version: Version,
  lastSeen: field(TimestampOrNone, 'When they last used the service; empty if never.'),
})

const Side = namedObject('LogSide', 'What something was before a change, or after it.', {
  id: field(Type.Integer(), 'The number of what was changed; 0 where there is none.', 12),
  info: field(Type.String(), 'A short text, in the reader’s language.', 'Accepted'),
})

const LogEntry = namedObject('LogEntry', 'One change that a person made.', {
  op: field(Type.String(), 'Who did it.', sample.person),
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
      name: field(Type.String(), 'The name in their profile; may be empty.', sample.person),
    }),
    'Who wrote it.',
  ),
  content: field(Type.String(), 'What they wrote.', 'My kettle works again. Thank you!'),
  createdTime: Created,
})

/** A week or a month by its first day. */
const Period = namedObject('Period', 'The figures of one week or month.', {
  start: field(Type.String(), 'Its first day.', sample.date),
  created: field(Type.Integer(), 'How many tickets were handed in.', 14),
  finished: field(Type.Integer(), 'How many were repaired.', 11),
  unrepairable: field(Type.Integer(), 'How many were found beyond repair.', 2),
})
const Took = namedObject('Durations', 'How long something took.', {
  count: field(Type.Integer(), 'How many tickets it was measured on.', 120),
  median: field(Type.Integer(), 'Half of them took no longer, in seconds.', 5400),
  p90: field(Type.Integer(), 'Nine of ten took no longer, in seconds.', 172_800),
})
const notInExternal = field(Type.Integer(), 'How many tickets are not yet promised to the external ticket system.', 3)
const ticketTotal = field(Type.Integer(), 'How many tickets there are.', 240)

const VersionedSettings = named(
  'Settings',
  Type.Object({ ...Settings.properties, version: Version }),
  'What administrators decide while the service runs.',
)

/** What administrators do. */
export const admin = {
  members: endpoint({
    method: 'GET',
    path: '/admin/member/list',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'All members, the removed ones too, newest first; or those that are looked for.',
    input: Type.Object({
      ...Paging,
      id: Type.Optional(field(Id, 'Only this member.', 3)),
      search: Type.Optional(
        field(
          LineOfText(limits.search),
          'Only those whose name, student id or phone number has this in it.',
          sample.person,
        ),
      ),
    }),
    output: PageOf(Member),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/admin/member/invite',
    role: 'admin',
    ticket: 'unrelated',
    summary:
      'Add a member and get the one-time code that makes somebody that member. With an id alone: a new code for an existing member (a lost phone); whoever uses it takes the place of those linked before.',
    input: Type.Object({
      id: Type.Optional(MemberId),
      name: Type.Optional(MemberName),
      phone: Type.Optional(Phone),
      stuid: Type.Optional(StudentId),
      class: Type.Optional(SchoolClass),
      college: Type.Optional(College),
      passwd: Type.Optional(NewPassword),
      admin: Type.Optional(MayAdminister),
    }),
    output: Type.Object({
      id: MemberId,
      code: InvitationCode,
      link: JoinPage,
    }),
    confirm: ['id', 'admin', 'passwd'],
    errors: ['member_not_found', 'name_taken', 'student_id_taken', 'factor_needed'],
  }),
  inviteMany: endpoint({
    method: 'POST',
    path: '/admin/member/invite/many',
    role: 'admin',
    ticket: 'unrelated',
    summary:
      'Add several members and get a one-time code for each, in the order in which they were given. If one of them cannot be added, none is.',
    input: Type.Object({
      members: field(
        Type.Array(Type.Object({ name: MemberName, stuid: Type.Optional(StudentId) }), {
          maxItems: limits.invitations,
        }),
        `Whom to add, up to ${limits.invitations}.`,
      ),
    }),
    output: Type.Object({
      list: listOf('The new members.', {
        id: MemberId,
        name: field(Type.String(), 'Their name.', sample.person),
        code: InvitationCode,
      }),
      link: JoinPage,
    }),
    errors: ['name_taken', 'student_id_taken'],
  }),
  updateMember: endpoint({
    method: 'POST',
    path: '/admin/member/update',
    role: 'admin',
    ticket: 'unrelated',
    summary:
      'Change a member. A field that is absent stays as it is; an empty one is cleared. `avatar` is an address that POST /upload gave. With the `version` that was read, a field that somebody else has changed in between is a 409; others are no obstacle.',
    input: Type.Object({
      id: MemberId,
      name: Type.Optional(MemberName),
      phone: Type.Optional(Phone),
      stuid: Type.Optional(StudentId),
      class: Type.Optional(SchoolClass),
      college: Type.Optional(College),
      passwd: Type.Optional(NewPassword),
      avatar: Type.Optional(
        field(
          LineOfText(limits.url),
          'An address that POST /upload gave; empty takes the picture away.',
          sample.picture,
        ),
      ),
      admin: Type.Optional(MayAdminister),
      active: Type.Optional(field(Type.Boolean(), 'False removes them from the team, true brings them back.')),
      version: Type.Optional(Version),
    }),
    output: Type.Object({ version: Version }),
    confirm: ['stuid', 'passwd', 'admin', 'active'],
    errors: ['member_not_found', 'member_changed', 'name_taken', 'student_id_taken', 'last_admin', 'factor_needed'],
  }),
  removeMember: endpoint({
    method: 'POST',
    path: '/admin/member/remove',
    role: 'admin',
    ticket: 'unrelated',
    summary:
      'Remove a member. Their sessions as a member, invitations, calendar and second factor end for good; the history keeps their name. Their personal data goes after `retentionDays`.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'last_admin', 'factor_needed'],
  }),
  resetFactor: endpoint({
    method: 'POST',
    path: '/admin/factor/reset',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'Take the second factor off a member who has lost it, with its recovery codes. They are told.',
    input: Type.Object({ id: MemberId }),
    confirm: true,
    errors: ['member_not_found', 'factor_needed'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/admin/loglist',
    role: 'admin',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'The operation log, newest first: who did what, when, to what, before and after.',
    input: Type.Object({
      ...Paging,
      op: Type.Optional(field(Name, 'Only what this person did.')),
      target: Type.Optional(
        field(Type.Integer({ minimum: 0, maximum: 99 }), 'Only what was done to this kind of thing.', 0),
      ),
      since: Type.Optional(field(Moment, 'Only from then on.')),
      until: Type.Optional(field(Moment, 'Only before then.')),
    }),
    output: PageOf(LogEntry),
  }),
  feedback: endpoint({
    method: 'GET',
    path: '/admin/report/list',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'The feedback of users, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Feedback),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/admin/settings',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'The settings in force.',
    output: VersionedSettings,
  }),
  updateSettings: endpoint({
    method: 'POST',
    path: '/admin/settings/update',
    role: 'admin',
    ticket: 'unrelated',
    summary:
      'Change settings. What is absent stays; all of it must fit together. With the `version` that was read, a setting that somebody else has changed in between is a 409; others are no obstacle. In force on every node within two seconds.',
    input: Type.Object({ ...Type.Partial(Settings).properties, version: Type.Optional(Version) }),
    output: Type.Object({ version: Version }),
    confirm: ['sessionDays', 'memberSessionDays', 'adminSessionHours', 'rates'],
    errors: ['settings_changed', 'factor_needed'],
  }),
  exportTickets: endpoint({
    method: 'GET',
    path: '/admin/tickets/export',
    role: 'admin',
    ticket: 'manage',
    summary:
      'The tickets created from one day until another, both included, as a table for spreadsheets, oldest first, in the language of whoever asks. The operation log says that it was taken.',
    input: Type.Object({
      from: Type.Optional(field(CalendarDate, 'The first day.')),
      until: Type.Optional(field(CalendarDate, 'The last day.')),
    }),
    output: markPersonal(
      field(Type.String(), 'A heading, and a line for each ticket.', 'Number,Type,Status\r\n12,Appliance,Repaired\r\n'),
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
  stats: endpoint({
    method: 'GET',
    path: '/admin/stats',
    role: 'admin',
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
  statsDetail: endpoint({
    method: 'GET',
    path: '/admin/stats/detail',
    role: 'admin',
    ticket: 'manage',
    summary:
      'Series for charts: tickets by week and month, by type, unfinished ones by age; and over a period the times to claim and to repair in seconds, and which devices came most often and what each member repaired. The period is the last 90 days, or the days from `from` until `until`, both included, a year at most. `left` are tickets in work whose members have all left the team, the oldest first, up to 100.',
    input: Type.Object({
      from: Type.Optional(field(CalendarDate, 'The first day; 90 days in all if absent.')),
      until: Type.Optional(field(CalendarDate, 'The last day; today if absent.')),
    }),
    output: Type.Object({
      weeks: field(Type.Array(Period), 'By week: those that the period touches, or a year back if none is given.'),
      months: field(Type.Array(Period), 'By month, in the same way.'),
      types: listOf('By type.', {
        type: field(Type.Integer(), 'The type: 0 appliance, 1 computer.', 0),
        total: field(Type.Integer(), 'How many there are.', 140),
        open: field(Type.Integer(), 'How many of them are unfinished.', 6),
      }),
      secondsToClaim: field(Took, 'From handing in to the claim, in the period: the newest 2,000.'),
      secondsToRepair: field(Took, 'From the claim to the repair, in the period: the newest 2,000.'),
      unclaimed: field(Type.Integer(), 'How many wait for somebody to claim them.', 3),
      open: listOf('Unfinished tickets by age.', {
        fromDays: field(Type.Integer(), 'At least so many days old.', 7),
        untilDays: field(Type.Union([Type.Integer(), Type.Null()]), 'Younger than so many days, or any age.', 30),
        count: field(Type.Integer(), 'How many there are.', 4),
      }),
      devices: listOf('What came most often in the period, among the newest 2,000.', {
        device: markPersonal(field(Type.String(), 'The device.', sample.device), 'words'),
        count: field(Type.Integer(), 'How often it came.', 9),
      }),
      members: listOf('What each member repaired in the period.', {
        id: MemberId,
        name: field(Type.String(), 'The member’s name.', sample.person),
        finished: field(Type.Integer(), 'How many they repaired.', 5),
      }),
      outcomes: field(
        Type.Object({
          finished: field(Type.Integer(), 'How many were finished.', 41),
          fixed: field(Type.Integer(), 'How many of them are said to be fixed.', 30),
          repairable: field(Type.Integer(), 'Could be repaired still.', 4),
          endOfLife: field(Type.Integer(), 'Are at the end of their life.', 5),
          unknown: field(Type.Integer(), 'Nobody knows.', 1),
        }),
        'What became of what was finished in the period. Of some nobody has said it.',
      ),
      categories: listOf('What was finished in the period by kind of product, the most frequent first.', {
        category: field(Coded('category'), 'The kind of product.', 14),
        count: field(Type.Integer(), 'How many there are.', 9),
        fixed: field(Type.Integer(), 'How many of them are said to be fixed.', 7),
      }),
      barriers: listOf('What stood in the way in the period, the most frequent first.', {
        barrier: field(Type.Enum([...barriers]), 'What it was.', 'worn_out'),
        count: field(Type.Integer(), 'How often.', 2),
      }),
      rating: field(
        Type.Object({
          count: field(Type.Integer(), 'How many were given in the period.', 12),
          stars: field(
            Type.Integer(),
            'All their stars together; divided by how many there are, that is the mean.',
            55,
          ),
        }),
        'What owners think of their repairs.',
      ),
      left: listOf('Tickets in work whose members have all left the team.', {
        id: TicketId,
        device: markPersonal(field(Type.String(), 'The device.', sample.device), 'words'),
        member: field(Type.String(), 'Who worked on it last.', sample.colleague),
      }),
    }),
  }),
}
