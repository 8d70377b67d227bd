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
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'

const interval = `${sample.time}/${sample.end}`
const room = 'Library, ground floor'
const ShiftName = text('The number of the shift, or `others`.', '2')
const DutyNow =
  'A shift number such as `1`; `others` for special duty; `0` when normal duty has ended; `off` when paused.'

/** Duty information, in the interface's fields and ours. */
export const DutyInformation = named(
  'DutyInformation',
  Type.Object({
    isInDuty: flag('Whether duty is running now.'),
    inDutyCnt: integer('How many people are on duty; 0 when duty is not running.', 3),
    currentDuty: text(DutyNow, '1'),
    place: text('Where special duty is; empty otherwise.', room),
    otherDutyStart: field(TimestampOrNone, 'When special duty starts; empty otherwise.'),
    otherDutyEnd: field(TimestampOrNone, 'When special duty ends; empty otherwise.'),
    offDutyReason: text('Why nobody is there; empty while in duty.', 'Spring Festival'),
    dutyRecoverTime: text('When duty is expected to go on; empty while in duty.', 'After the holidays'),
    leader: text('Who leads, if the team is there and the roster says who does.', sample.person),
    until: field(TimestampOrNone, 'When this stops being true; empty where only a person can end it.', sample.end),
    next: field(
      Type.Union([
        Type.Null(),
        Type.Object({
          shift: ShiftName,
          from: field(Timestamp, 'When it opens.'),
          until: field(TimestampOrNone, 'When it closes.', sample.end),
          place: text('Where special duty is; empty otherwise.', ''),
        }),
      ]),
      'The next opening, as far as it is known.',
      {
        shift: '2',
        from: '2026-11-16T14:00:00.000000',
        until: '2026-11-16T17:00:00.000000',
        place: '',
      },
    ),
    updatedTime: field(TimestampOrNone, 'When this became true, or was last changed.'),
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
    next: null,
    updatedTime: sample.time,
  },
)
export type DutyInformation = Static<typeof DutyInformation>

/** The duty situation as an administrator sends it. */
const SituationInput = Type.Object({
  isInDuty: flag('Whether duty is running: true for a shift number and `others`.'),
  currentDuty: field(LineOfText(limits.name, { minLength: 1, [numberIsTextKey]: true }), DutyNow, 'others'),
  inDutyCnt: optional(
    Type.Integer({ minimum: 0, maximum: limits.headCount, [emptyIsAbsentKey]: true }),
    'How many people are on duty; 0, empty or absent for `off` and `0`.',
    2,
  ),
  otherDutyTime: optional(
    LineOfText(limits.device),
    'From when until when special duty is, as `<start>/<end>`; needed for `others` only.',
    interval,
  ),
  offDutyReason: optional(LongText(), 'Why; needed for `off`, empty while in duty.', ''),
  place: optional(LineOfText(limits.device), 'Where special duty is; needed for `others` only.', room),
  dutyRecoverTime: optional(LongText(), 'When duty is expected to go on; empty while in duty.', ''),
})
export type SituationInput = Static<typeof SituationInput>

/** What everybody is told, where it comes from, and whom the roster has there. */
const ExplainedDuty = namedObject('ExplainedDuty', 'A duty situation, and where it comes from.', {
  info: field(DutyInformation, 'What everybody is told.'),
  source: field(
    Type.Enum(['written', 'roster', 'nothing']),
    'Whether it was written by an administrator, follows from the roster, or from nothing at all.',
    'roster',
  ),
  people: list(Type.String(), 'Whom the roster has there.', [sample.person, sample.colleague]),
})
export type ExplainedDuty = Static<typeof ExplainedDuty>

const DutySituation = namedObject(
  'DutySituation',
  'The duty situation in the shape in which administrators write it.',
  {
    isInDuty: flag('Whether duty is running.'),
    currentDuty: text(DutyNow, 'others'),
    inDutyCnt: integer('How many people are on duty.', 2),
    otherDutyTime: text('From when until when special duty is; empty otherwise.', interval),
    offDutyReason: text('Why nobody is there; empty while in duty.', ''),
    place: text('Where special duty is; empty otherwise.', room),
    dutyRecoverTime: text('When duty is expected to go on; empty while in duty.', ''),
  },
)

const PlanId = field(Id, 'The number of the planned special duty.', 5)
const Calendar = text('A calendar (RFC 5545).', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')

/** Whether the team is there, and who says so. */
export const duty = {
  info: get('/duty/info', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'The duty situation now: whether duty is running, which shift, how many people, and until when.',
    output: DutyInformation,
  }),
  calendar: get('/duty/calendar.ics', 'anyone', {
    ticket: 'unrelated',
    summary: 'The opening hours of the coming months as a calendar to subscribe to.',
    output: Calendar,
    answer: 'raw',
    produces: 'text/calendar',
  }),
  week: get('/duty/week', 'anyone', {
    ticket: 'unrelated',
    summary: 'The opening hours of today and the six days that follow; `closed` is why a day is closed.',
    output: Type.Object({
      list: listOf('Seven days, from today.', {
        date: text('The day.', sample.date),
        weekday: integer('From 1, Monday, to 7.', 1),
        closed: text('Why it is closed; empty if it is not.', ''),
        open: listOf('When the team is there.', {
          shift: ShiftName,
          from: field(Timestamp, 'When it opens.'),
          until: field(Timestamp, 'When it closes.', sample.end),
          place: text('Where special duty is; empty otherwise.', ''),
        }),
      }),
    }),
  }),
  mine: get('/member/duty/info', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'The same for a member: isInDuty tells whether I am on duty now; shift and count stay the team’s.',
    output: DutyInformation,
  }),
  count: post('/member/dutycnt', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Correct the number of people on duty, until the situation ends or is written again.',
    input: Type.Object({
      dutycnt: field(Type.Integer({ minimum: 0, maximum: limits.headCount }), 'How many people are on duty.', 3),
    }),
    errors: ['out_of_duty'],
  }),
  subscribe: post('/member/calendar', 'member', {
    ticket: 'unrelated',
    summary:
      'The secret address of a calendar of my own shifts. Each call makes a new one, and the one before stops working.',
    output: Type.Object({
      url: text(
        'The address to subscribe to. Whoever knows it sees my shifts.',
        'https://repair.example.edu/member/calendar.ics?key=mJ0hQ9sVt3',
      ),
    }),
  }),
  unsubscribe: post('/member/calendar/revoke', 'member', {
    ticket: 'unrelated',
    summary: 'Make the secret address of my calendar stop working.',
  }),
  feed: get('/member/calendar.ics', 'anyone', {
    ticket: 'unrelated',
    summary:
      'A member’s own shifts as a calendar. The key in the address is all it asks for, because calendar programs send nothing else; it opens nothing but this.',
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
    summary: 'What is in force, in the shape in which it is written.',
    output: DutySituation,
  }),
  update: post('/admin/duty/update', 'admin', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Write the duty situation. It goes before the roster and before all that was written earlier: off until changed, others from its start to its end, a shift until its end or the end of the day, 0 until the next shift.',
    input: SituationInput,
    errors: ['bad_situation'],
  }),
  preview: post('/admin/duty/preview', 'admin', {
    ticket: 'unrelated',
    summary:
      'What everybody would be told if this were written now, and why; without a situation, what they are told. Nothing is changed. `later` is what special duty that lies ahead will say from its start, `plan` what the roster says by itself.',
    input: Type.Partial(SituationInput),
    output: Type.Object({
      now: field(ExplainedDuty, 'What holds from now on.'),
      later: field(
        Type.Union([ExplainedDuty, Type.Null()]),
        'What special duty that lies ahead will say from its start.',
      ),
      plan: field(ExplainedDuty, 'What the roster says by itself.'),
    }),
    errors: ['bad_situation'],
  }),
  planned: get('/admin/duty/planned', 'admin', {
    ticket: 'unrelated',
    summary: 'Special duty that was written and has not begun, the earliest first.',
    output: Type.Object({
      list: listOf('What lies ahead, the earliest first.', {
        id: PlanId,
        otherDutyTime: text('From when until when it is.', interval),
        place: text('Where it is.', room),
        inDutyCnt: integer('How many people will be there.', 2),
        overruled: flag(
          'Whether what was written after it goes first all the time, so that it will not take place unless that is changed.',
          false,
        ),
      }),
    }),
  }),
  unplan: post('/admin/duty/unplan', 'admin', {
    ticket: 'unrelated',
    summary: 'Call off special duty that has not begun.',
    input: Type.Object({ id: PlanId }),
    errors: ['plan_not_found'],
  }),
}
