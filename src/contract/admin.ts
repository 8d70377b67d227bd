import { endpoint } from './endpoint.ts'
import {
  CalendarDate,
  Id,
  Line,
  limits,
  Moment,
  Name,
  Nothing,
  Page,
  Paging,
  Phone,
  patterned,
  Timestamp,
} from './fields.ts'
import { Settings } from './settings.ts'
import { Type } from './type.ts'

const MemberName = Line(limits.name, { minLength: 1 })
const StudentId = Line(limits.name)
/** Long enough to be worth hashing; empty takes the password away. */
const Password = patterned('weak_password', `^(?:|[^\\p{Cc}\\p{Cs}]{${limits.passwordLeast},})$`, {
  maxLength: limits.password,
})

const Member = Type.Object({
  id: Id,
  name: Type.String(),
  phone: Type.String(),
  stuid: Type.String(),
  avatar: Type.String(),
  role: Type.Enum(['member', 'admin']),
  active: Type.Boolean(),
  linked: Type.Boolean(),
  hasPassword: Type.Boolean(),
  createdTime: Timestamp,
  lastSeen: Type.Union([Timestamp, Type.Literal('')]),
})

const Side = Type.Object({ id: Type.Integer(), info: Type.String() })

/** A week or a month by its first day. */
const Period = Type.Object({
  start: Type.String(),
  created: Type.Integer(),
  finished: Type.Integer(),
  unrepairable: Type.Integer(),
})
const Took = Type.Object({ count: Type.Integer(), median: Type.Integer(), p90: Type.Integer() })

/** What administrators do. */
export const admin = {
  members: endpoint({
    method: 'GET',
    path: '/admin/member/list',
    role: 'admin',
    revision: 'addition',
    summary: 'All members, the removed ones too, newest first.',
    input: Type.Object({ ...Paging }),
    output: Page(Member),
    errors: [],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/admin/member/invite',
    role: 'admin',
    revision: 'addition',
    summary:
      'Add a member and get the one-time code that makes somebody that member. With an id alone: a new code for an existing member (a lost phone); whoever uses it takes the place of those linked before.',
    input: Type.Object({
      id: Type.Optional(Id),
      name: Type.Optional(MemberName),
      phone: Type.Optional(Phone),
      stuid: Type.Optional(StudentId),
      passwd: Type.Optional(Password),
      admin: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ id: Id, code: Type.String(), link: Type.String() }),
    errors: ['member_not_found', 'name_taken', 'student_id_taken'],
  }),
  updateMember: endpoint({
    method: 'POST',
    path: '/admin/member/update',
    role: 'admin',
    revision: 'addition',
    summary:
      'Change a member. A field that is absent stays as it is; an empty one is cleared. `avatar` is an address that POST /upload gave.',
    input: Type.Object({
      id: Id,
      name: Type.Optional(MemberName),
      phone: Type.Optional(Phone),
      stuid: Type.Optional(StudentId),
      passwd: Type.Optional(Password),
      avatar: Type.Optional(Line(limits.url)),
      admin: Type.Optional(Type.Boolean()),
      active: Type.Optional(Type.Boolean()),
    }),
    output: Nothing,
    errors: ['member_not_found', 'name_taken', 'student_id_taken', 'last_admin'],
  }),
  removeMember: endpoint({
    method: 'POST',
    path: '/admin/member/remove',
    role: 'admin',
    revision: 'addition',
    summary: 'Remove a member. Their sessions end with the next request; the history keeps their name.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['member_not_found', 'last_admin'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/admin/loglist',
    role: 'admin',
    revision: 'both',
    summary: 'The operation log, newest first: who did what, when, to what, before and after.',
    input: Type.Object({
      ...Paging,
      op: Type.Optional(Name),
      target: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
      since: Type.Optional(Moment),
      until: Type.Optional(Moment),
    }),
    output: Page(
      Type.Object({
        op: Type.String(),
        time: Timestamp,
        operation: Type.Integer(),
        target: Type.Integer(),
        previous: Side,
        current: Side,
      }),
    ),
    errors: [],
  }),
  feedback: endpoint({
    method: 'GET',
    path: '/admin/report/list',
    role: 'admin',
    revision: 'addition',
    summary: 'The feedback of users, newest first.',
    input: Type.Object({ ...Paging }),
    output: Page(
      Type.Object({
        id: Id,
        user: Type.Object({ id: Id, name: Type.String() }),
        content: Type.String(),
        createdTime: Timestamp,
      }),
    ),
    errors: [],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/admin/settings',
    role: 'admin',
    revision: 'addition',
    summary: 'The settings in force.',
    input: Type.Object({}),
    output: Settings,
    errors: [],
  }),
  updateSettings: endpoint({
    method: 'POST',
    path: '/admin/settings/update',
    role: 'admin',
    revision: 'addition',
    summary:
      'Change settings. What is absent stays; all of it must fit together. In force on every node within two seconds.',
    input: Type.Partial(Settings),
    output: Nothing,
    errors: [],
  }),
  exportTickets: endpoint({
    method: 'GET',
    path: '/admin/tickets/export',
    role: 'admin',
    revision: 'addition',
    summary:
      'The tickets created from one day until another, both included, as a table for spreadsheets, oldest first, in the language of whoever asks. The operation log says that it was taken.',
    input: Type.Object({ from: Type.Optional(CalendarDate), until: Type.Optional(CalendarDate) }),
    output: Type.String(),
    answer: 'raw',
    produces: 'text/csv',
    errors: [],
  }),
  stats: endpoint({
    method: 'GET',
    path: '/admin/stats',
    role: 'admin',
    revision: 'both',
    summary:
      'How many tickets there are, and how many of them are not yet promised to the external ticket system; repeated in an inner wrapper, for clients written for that.',
    input: Type.Object({}),
    output: Type.Object({
      notInExternal: Type.Integer(),
      total: Type.Integer(),
      success: Type.Literal(true),
      data: Type.Object({ notInExternal: Type.Integer(), total: Type.Integer() }),
    }),
    errors: [],
  }),
  statsDetail: endpoint({
    method: 'GET',
    path: '/admin/stats/detail',
    role: 'admin',
    revision: 'addition',
    summary:
      'Series for charts: tickets by week and month, by type, unfinished ones by age; and over the last 90 days the times to claim and to repair in seconds, and which devices came most often and what each member repaired. `left` are tickets in work whose members have all left the team, the oldest first, up to 100.',
    input: Type.Object({}),
    output: Type.Object({
      weeks: Type.Array(Period),
      months: Type.Array(Period),
      types: Type.Array(Type.Object({ type: Type.Integer(), total: Type.Integer(), open: Type.Integer() })),
      secondsToClaim: Took,
      secondsToRepair: Took,
      open: Type.Array(
        Type.Object({
          fromDays: Type.Integer(),
          untilDays: Type.Union([Type.Integer(), Type.Null()]),
          count: Type.Integer(),
        }),
      ),
      devices: Type.Array(Type.Object({ device: Type.String(), count: Type.Integer() })),
      members: Type.Array(Type.Object({ id: Id, name: Type.String(), finished: Type.Integer() })),
      left: Type.Array(Type.Object({ id: Id, device: Type.String(), member: Type.String() })),
    }),
    errors: [],
  }),
}
