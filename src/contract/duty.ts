import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { emptyIsAbsent, Id, Line, Lines, limits, Nothing, Timestamp } from './fields.ts'
import { Type } from './type.ts'

const TimeOrNone = Type.Union([Timestamp, Type.Literal('')])
const Place = Line(limits.device)
const Count = Type.Integer({ minimum: 0, maximum: limits.headCount })

/** Duty information, in the interface's fields and ours. */
export const DutyInformation = Type.Object({
  isInDuty: Type.Boolean(),
  inDutyCnt: Type.Integer(),
  currentDuty: Type.String(),
  place: Type.String(),
  otherDutyStart: TimeOrNone,
  otherDutyEnd: TimeOrNone,
  offDutyReason: Type.String(),
  dutyRecoverTime: Type.String(),
  /** Who leads, if the team is there and the roster says who does. */
  leader: Type.String(),
  /** When this stops being true; empty where only a person can end it. */
  until: TimeOrNone,
  /** The next opening, as far as it is known. */
  next: Type.Union([
    Type.Null(),
    Type.Object({ shift: Type.String(), from: Timestamp, until: TimeOrNone, place: Type.String() }),
  ]),
  /** When this became true, or was last changed. */
  updatedTime: TimeOrNone,
})
export type DutyInformation = Static<typeof DutyInformation>

/** The duty situation as an administrator sends it. */
const Wish = Type.Object({
  isInDuty: Type.Boolean(),
  currentDuty: Line(limits.name, { minLength: 1 }),
  inDutyCnt: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.headCount, [emptyIsAbsent]: true })),
  otherDutyTime: Type.Optional(Line(limits.device)),
  offDutyReason: Type.Optional(Lines()),
  place: Type.Optional(Place),
  dutyRecoverTime: Type.Optional(Lines()),
})
export type Wish = Static<typeof Wish>

/** What everybody is told, where it comes from, and whom the roster has there. */
const Explained = Type.Object({
  info: DutyInformation,
  source: Type.Enum(['written', 'roster', 'nothing']),
  people: Type.Array(Type.String()),
})
export type Explained = Static<typeof Explained>

/** Whether the team is there, and who says so. */
export const duty = {
  info: endpoint({
    method: 'GET',
    path: '/duty/info',
    role: 'anyone',
    revision: 'both',
    summary: 'The duty situation now: whether duty is running, which shift, how many people, and until when.',
    input: Type.Object({}),
    output: DutyInformation,
    errors: [],
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/duty/calendar.ics',
    role: 'anyone',
    revision: 'addition',
    summary: 'The opening hours of the coming months as a calendar to subscribe to.',
    input: Type.Object({}),
    output: Type.String(),
    answer: 'raw',
    produces: 'text/calendar',
    errors: [],
  }),
  week: endpoint({
    method: 'GET',
    path: '/duty/week',
    role: 'anyone',
    revision: 'addition',
    summary: 'The opening hours of today and the six days that follow; `closed` is why a day is closed.',
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          date: Type.String(),
          weekday: Type.Integer(),
          closed: Type.String(),
          open: Type.Array(
            Type.Object({ shift: Type.String(), from: Timestamp, until: Timestamp, place: Type.String() }),
          ),
        }),
      ),
    }),
    errors: [],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/member/duty/info',
    role: 'member',
    revision: 'both',
    summary: 'The same for a member: isInDuty tells whether I am on duty now; shift and count stay the team’s.',
    input: Type.Object({}),
    output: DutyInformation,
    errors: [],
  }),
  count: endpoint({
    method: 'POST',
    path: '/member/dutycnt',
    role: 'member',
    revision: 'both',
    summary: 'Correct the number of people on duty, until the situation ends or is written again.',
    input: Type.Object({ dutycnt: Count }),
    output: Nothing,
    errors: ['out_of_duty'],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/member/calendar',
    role: 'member',
    revision: 'addition',
    summary:
      'The secret address of a calendar of my own shifts. Each call makes a new one, and the one before stops working.',
    input: Type.Object({}),
    output: Type.Object({ url: Type.String() }),
    errors: [],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/member/calendar/revoke',
    role: 'member',
    revision: 'addition',
    summary: 'Make the secret address of my calendar stop working.',
    input: Type.Object({}),
    output: Nothing,
    errors: [],
  }),
  feed: endpoint({
    method: 'GET',
    path: '/member/calendar.ics',
    role: 'anyone',
    revision: 'addition',
    summary:
      'A member’s own shifts as a calendar. The key in the address is all it asks for, because calendar programs send nothing else; it opens nothing but this.',
    input: Type.Object({ key: Line(limits.token, { minLength: 1 }) }),
    output: Type.String(),
    answer: 'raw',
    produces: 'text/calendar',
    errors: ['not_found'],
  }),
  current: endpoint({
    method: 'GET',
    path: '/admin/duty/current',
    role: 'admin',
    revision: 'both',
    summary: 'What is in force, in the shape in which it is written.',
    input: Type.Object({}),
    output: Type.Object({
      isInDuty: Type.Boolean(),
      currentDuty: Type.String(),
      inDutyCnt: Type.Integer(),
      otherDutyTime: Type.String(),
      offDutyReason: Type.String(),
      place: Type.String(),
      dutyRecoverTime: Type.String(),
    }),
    errors: [],
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/duty/update',
    role: 'admin',
    revision: 'both',
    summary:
      'Write the duty situation. It goes before the roster: off until changed, others until its end, a shift until its end, 0 until the next shift.',
    input: Wish,
    output: Nothing,
    errors: ['bad_situation'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/admin/duty/preview',
    role: 'admin',
    revision: 'addition',
    summary:
      'What everybody would be told if this were written now, and why; without a situation, what they are told. Nothing is changed. `later` is what special duty that lies ahead will say from its start, `plan` what the roster says by itself.',
    input: Type.Partial(Wish),
    output: Type.Object({ now: Explained, later: Type.Union([Explained, Type.Null()]), plan: Explained }),
    errors: ['bad_situation'],
  }),
  planned: endpoint({
    method: 'GET',
    path: '/admin/duty/planned',
    role: 'admin',
    revision: 'addition',
    summary: 'Special duty that was written and has not begun, the earliest first.',
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({ id: Id, otherDutyTime: Type.String(), place: Type.String(), inDutyCnt: Type.Integer() }),
      ),
    }),
    errors: [],
  }),
  unplan: endpoint({
    method: 'POST',
    path: '/admin/duty/unplan',
    role: 'admin',
    revision: 'addition',
    summary: 'Call off special duty that has not begun.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: ['plan_not_found'],
  }),
}
