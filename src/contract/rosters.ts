import { endpoint } from './endpoint.ts'
import { CalendarDate, Id, Line, limits, Name, Nothing, Timestamp } from './fields.ts'
import { ShiftNumber, Weekday } from './settings.ts'
import { Type } from './type.ts'

const Worker = Line(limits.name, { minLength: 1 })
const Sheet = Type.Array(
  Type.Object({
    weekday: Weekday,
    shift: ShiftNumber,
    workers: Type.Array(Worker, { maxItems: limits.workers }),
    leader: Type.Optional(Name),
  }),
  { maxItems: limits.slots },
)

const Roster = Type.Object({
  id: Id,
  name: Type.String(),
  createdTime: Timestamp,
  sheet: Type.Array(
    Type.Object({
      weekday: Type.Integer(),
      shift: Type.Integer(),
      workers: Type.Array(Type.String()),
      leader: Type.String(),
    }),
  ),
  /** Counts up with each change; sent along with the next one, it keeps two administrators from undoing each other. */
  version: Type.Integer(),
  /** Names in it that no member has. */
  unknown: Type.Array(Type.String()),
})

const TimeOrNone = Type.Union([Timestamp, Type.Literal('')])

/** Who comes when. */
export const rosters = {
  create: endpoint({
    method: 'POST',
    path: '/admin/sheet/create',
    role: 'admin',
    revision: 'both',
    summary: 'Make a roster, and make it the current one unless `activate` is false.',
    input: Type.Object({
      name: Line(limits.name, { minLength: 1 }),
      sheet: Sheet,
      activate: Type.Optional(Type.Boolean()),
    }),
    output: Nothing,
    errors: [],
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/sheet/update',
    role: 'admin',
    revision: 'both',
    summary:
      'Replace the name and the slots of a roster. With the `version` that was read, a change by somebody else in between is a 409.',
    input: Type.Object({
      id: Id,
      name: Line(limits.name, { minLength: 1 }),
      sheet: Sheet,
      version: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    output: Nothing,
    errors: ['roster_not_found', 'roster_changed'],
  }),
  current: endpoint({
    method: 'GET',
    path: '/admin/sheet/current',
    role: 'admin',
    revision: 'both',
    summary: 'The current roster.',
    input: Type.Object({}),
    output: Roster,
    errors: ['no_current_roster'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/sheet/list',
    role: 'admin',
    revision: 'both',
    summary: 'All rosters, newest first, and the id of the current one (0 without any).',
    input: Type.Object({}),
    output: Type.Object({ current: Type.Integer(), list: Type.Array(Roster) }),
    errors: [],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/admin/sheet/activate',
    role: 'admin',
    revision: 'addition',
    summary: 'Make a roster the current one.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['roster_not_found'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/admin/sheet/delete',
    role: 'admin',
    revision: 'addition',
    summary: 'Delete a roster. After the current one is deleted there is none until another is made current.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['roster_not_found'],
  }),
  week: endpoint({
    method: 'GET',
    path: '/member/roster',
    role: 'member',
    revision: 'addition',
    summary:
      'A week as it really is, leaves, substitutes, closed and make-up days applied, and where people are missing. `date` is any day of it.',
    input: Type.Object({ date: Type.Optional(CalendarDate) }),
    output: Type.Object({
      from: Type.String(),
      until: Type.String(),
      roster: Type.Union([Type.Null(), Type.Object({ id: Id, name: Type.String() })]),
      closed: Type.Array(Type.String()),
      list: Type.Array(
        Type.Object({
          date: Type.String(),
          weekday: Type.Integer(),
          shift: Type.Integer(),
          from: TimeOrNone,
          until: TimeOrNone,
          workers: Type.Array(Type.String()),
          leader: Type.String(),
          leaves: Type.Array(Type.Object({ member: Type.String(), substitute: Type.String() })),
          gaps: Type.Array(Type.Enum(['nobody', 'no_leader', 'too_few'])),
        }),
      ),
    }),
    errors: [],
  }),
}
