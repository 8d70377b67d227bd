import type { Static } from 'typebox'
import { get, post } from '../endpoint.ts'
import {
  emptyIsAbsentKey,
  Id,
  LineOfText,
  LongText,
  limits,
  numberIsTextKey,
  sample,
  Timestamp,
  TimestampOrNone,
} from '../fields.ts'
import { field, flag, integer, list, listOf, named, namedObject, nullable, optional, Type, text } from '../type.ts'

const interval = `${sample.time}/${sample.end}`
const room = 'Library, ground floor'
const ShiftName = text('The number of the shift, or `others`.', '2')
const DutyNow =
  'A shift number such as `1`; `others` for special duty; `0` after normal duty has ended; `off` while duty is suspended.'

export const DutyInformation = named(
  'DutyInformation',
  Type.Object({
    isInDuty: flag('Whether the team is on duty now.'),
    inDutyCnt: integer('How many people are on duty; 0 outside duty.', 3),
    currentDuty: text(DutyNow, '1'),
    place: text('The place of special duty; otherwise empty.', room),
    otherDutyStart: field(TimestampOrNone, 'When special duty starts; otherwise empty.'),
    otherDutyEnd: field(TimestampOrNone, 'When special duty ends; otherwise empty.'),
    offDutyReason: text('Why the team is off duty; empty while on duty.', 'Spring Festival'),
    dutyRecoverTime: text('When duty is expected to resume; empty while on duty.', 'After the holidays'),
    leader: text('The shift leader; empty while off duty, or if the roster names none.', sample.person),
    until: field(TimestampOrNone, 'When this situation ends; empty if only an administrator can end it.', sample.end),
    closes: field(
      TimestampOrNone,
      'When the team closes, after the last of all adjacent shifts; empty while off duty, or if the end is not known.',
      sample.end,
    ),
    next: nullable(
      Type.Object({
        shift: ShiftName,
        from: field(Timestamp, 'When the team opens.'),
        until: field(TimestampOrNone, 'When the team closes.', sample.end),
        place: text('The place of special duty; otherwise empty.', ''),
      }),
      'The next opening, if known.',
      {
        shift: '2',
        from: '2026-11-16T14:00:00.000000',
        until: '2026-11-16T17:00:00.000000',
        place: '',
      },
    ),
    updatedTime: field(TimestampOrNone, 'When this situation began or was last changed.'),
  }),
  'The duty situation. Fields that do not apply are empty.',
  {
    isInDuty: true,
    inDutyCnt: 3,
    currentDuty: '1',
    place: '',
    otherDutyStart: '',
    otherDutyEnd: '',
    offDutyReason: '',
    dutyRecoverTime: '',
    leader: sample.person,
    until: sample.end,
    closes: sample.end,
    next: null,
    updatedTime: sample.time,
  },
)
export type DutyInformation = Static<typeof DutyInformation>

const SituationInput = Type.Object({
  isInDuty: flag('Whether the team is on duty: true for a shift number and for `others`.'),
  currentDuty: field(LineOfText(limits.name, { minLength: 1, [numberIsTextKey]: true }), DutyNow, 'others'),
  inDutyCnt: optional(
    integer('How many people are on duty; 0, empty or absent for `off` and `0`.', 2, {
      minimum: 0,
      maximum: limits.headCount,
      [emptyIsAbsentKey]: true,
    }),
  ),
  otherDutyTime: optional(
    LineOfText(limits.device),
    'The time of special duty as `<start>/<end>`; required for `others` only.',
    interval,
  ),
  offDutyReason: optional(LongText(), 'The reason; required for `off`, empty while on duty.', ''),
  place: optional(LineOfText(limits.device), 'The place of special duty; required for `others` only.', room),
  dutyRecoverTime: optional(LongText(), 'When duty is expected to resume; empty while on duty.', ''),
})
export type SituationInput = Static<typeof SituationInput>

const ExplainedDuty = namedObject('ExplainedDuty', 'A duty situation and where it comes from.', {
  info: field(DutyInformation, 'The situation as everybody sees it.'),
  source: field(
    Type.Enum(['written', 'roster', 'nothing']),
    'Whether an administrator set it, the roster determines it, or neither.',
    'roster',
  ),
  people: list(Type.String(), 'The rostered members.', [sample.person, sample.colleague]),
})
export type ExplainedDuty = Static<typeof ExplainedDuty>

const DutySituation = namedObject(
  'DutySituation',
  'The duty situation in the format that POST /admin/duty/update takes.',
  {
    isInDuty: flag('Whether the team is on duty.'),
    currentDuty: text(DutyNow, 'others'),
    inDutyCnt: integer('How many people are on duty.', 2),
    otherDutyTime: text('The time of special duty as `<start>/<end>`; otherwise empty.', interval),
    offDutyReason: text('Why the team is off duty; empty while on duty.', ''),
    place: text('The place of special duty; otherwise empty.', room),
    dutyRecoverTime: text('When duty is expected to resume; empty while on duty.', ''),
  },
)

const PlanId = field(Id, 'The number of the planned special duty.', 5)
const Calendar = text('An iCalendar file (RFC 5545).', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')

export const duty = {
  info: get('/duty/info', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Get the current duty situation. It says whether the team is on duty, in which shift, with how many people, and until when.',
    output: DutyInformation,
  }),
  calendar: get('/duty/calendar.ics', 'anyone', {
    ticket: 'unrelated',
    summary: 'Subscribe to the opening hours of the coming months as a calendar.',
    output: Calendar,
    answer: 'raw',
    produces: 'text/calendar',
  }),
  week: get('/duty/week', 'anyone', {
    ticket: 'unrelated',
    summary: 'Get the opening hours of today and the next six days. `closed` gives the reason for a closed day.',
    output: Type.Object({
      list: listOf('Seven days, starting today.', {
        date: text('The day.', sample.date),
        weekday: integer('From 1, Monday, to 7.', 1),
        closed: text('Why the team is closed on that day; otherwise empty.', ''),
        open: listOf('The opening hours.', {
          shift: ShiftName,
          from: field(Timestamp, 'When the team opens.'),
          until: field(Timestamp, 'When the team closes.', sample.end),
          place: text('The place of special duty; otherwise empty.', ''),
        }),
      }),
    }),
  }),
  mine: get('/member/duty/info', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Get the current duty situation as a member. `isInDuty` says whether you are on duty now; shift and count are those of the team.',
    output: DutyInformation,
  }),
  count: post('/member/dutycnt', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Correct the number of people on duty. It holds until the situation ends or is set again.',
    input: Type.Object({
      dutycnt: integer('How many people are on duty.', 3, { minimum: 0, maximum: limits.headCount }),
    }),
    errors: ['out_of_duty'],
  }),
  subscribe: post('/member/calendar', 'member', {
    ticket: 'unrelated',
    summary: 'Create the secret address of your own shift calendar. The address before stops working.',
    output: Type.Object({
      url: text(
        'The address to subscribe to. Everybody who has it can see your shifts.',
        'https://repair.example.edu/member/calendar.ics?key=mJ0hQ9sVt3',
      ),
    }),
  }),
  unsubscribe: post('/member/calendar/revoke', 'member', {
    ticket: 'unrelated',
    summary: 'Revoke the secret address of your shift calendar.',
  }),
  feed: get('/member/calendar.ics', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Subscribe to your own shifts as a calendar. The key in the address replaces a login, because calendar programs send none. It gives access to this calendar only.',
    input: Type.Object({
      key: field(LineOfText(limits.token, { minLength: 1 }), 'The key in the address of the calendar.', 'mJ0hQ9sVt3'),
    }),
    output: Calendar,
    answer: 'raw',
    produces: 'text/calendar',
    errors: ['not_found'],
  }),
  current: get('/admin/duty/current', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Get the current duty situation in the format that it is set in.',
    output: DutySituation,
  }),
  update: post('/admin/duty/update', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Set the duty situation. It takes precedence over the roster and over all earlier settings: `off` until changed, `others` from its start to its end, a shift until its end or the end of the day, `0` until the next shift.',
    input: SituationInput,
    errors: ['bad_situation'],
  }),
  preview: post('/admin/duty/preview', 'admin', {
    ticket: 'unrelated',
    summary:
      'Preview the effect of a duty situation without saving it. It answers what everybody would be told, and why. Without a situation it answers the current state. `later` is the situation at the start of planned special duty, `plan` the situation by the roster alone.',
    input: Type.Partial(SituationInput),
    output: Type.Object({
      now: field(ExplainedDuty, 'The situation that would hold now.'),
      later: field(Type.Union([ExplainedDuty, Type.Null()]), 'The situation at the start of planned special duty.'),
      plan: field(ExplainedDuty, 'The situation by the roster alone.'),
    }),
    errors: ['bad_situation'],
  }),
  planned: get('/admin/duty/planned', 'admin', {
    ticket: 'unrelated',
    summary: 'List planned special duty that has not begun, earliest first.',
    output: Type.Object({
      list: listOf('The planned special duties, earliest first.', {
        id: PlanId,
        otherDutyTime: text('The time as `<start>/<end>`.', interval),
        place: text('The place.', room),
        inDutyCnt: integer('How many people will be there.', 2),
        overruled: flag(
          'Whether a later setting takes precedence for its whole time, so that it will have no effect.',
          false,
        ),
      }),
    }),
  }),
  unplan: post('/admin/duty/unplan', 'admin', {
    ticket: 'unrelated',
    summary:
      'Cancel planned special duty that has not begun. Without an `id`, end what administrators have set for now, so that the roster applies.',
    input: Type.Object({ id: Type.Optional(PlanId) }),
    errors: ['plan_not_found', 'plan_of_repair_day'],
  }),
}
