import { get, post } from '../endpoint.ts'
import {
  CalendarDate,
  LineOfText,
  limits,
  MemberId,
  Paging,
  sample,
  Timestamp,
  TimestampOrNone,
  Total,
} from '../fields.ts'
import { field, flag, integer, list, listOf, namedObject, optional, Type, text } from '../type.ts'
import {
  exampleCertificate,
  HourCertificate,
  HourKind,
  HourLine,
  HourPeriod,
  HourRule,
  HourState,
  HourSums,
  LineId,
  MissingMember,
  PeriodId,
} from './hour-fields.ts'

const exampleCode = 'K7QM2XPD'
const exampleToken = 'Yk3vJ8sQ0mT5xH2bN7cR4wZ9dF6gL1pA-eU_iOqKsXc'
const BoardCode = field(LineOfText(limits.code), 'The code that the board shows now.', exampleCode)
const range = {
  from: optional(CalendarDate, 'The first day; from the beginning of the month if absent.', '2026-11-01'),
  until: optional(CalendarDate, 'The last day; to the end of that month if absent.', '2026-11-30'),
}
const WorkMinutes = field(Type.Integer({ minimum: 1, maximum: 1440 }), 'How many minutes it took.', 90)
const What = field(LineOfText(limits.search, { minLength: 1 }), 'What was done.', 'Sorted the spare parts')
const With = field(LineOfText(limits.search), 'With whom.', sample.colleague)
const Reason = field(LineOfText(limits.search), 'Why; needed where it is refused.', 'The shift was called off')
/** A shift that members can sign in for now. */
const OpenShift = namedObject('OpenShift', 'A shift that runs, or is about to.', {
  shift: text('Its number, or `others` for special duty.', '2'),
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  mine: flag('Whether the roster has me there.'),
})
const Here = namedObject('HereNow', 'Somebody who is signed in.', {
  member: field(MemberId, 'Who.'),
  name: text('Their name.', sample.person),
  shift: text('For which shift; `others` for special duty.', '2'),
  since: field(Timestamp, 'Since when.'),
})

/** Being there, and what comes of it: the ledger of hours. */
export const hours = {
  signIn: post('/member/signin', 'member', {
    ticket: 'unrelated',
    summary:
      'Sign in for a shift: with the code of the board, or at the desk where the team allows it. Without `shift` it is my own, or the one that runs. Signing in again changes nothing.',
    input: Type.Object({
      code: optional(BoardCode),
      shift: optional(
        LineOfText(limits.name),
        'The number of the shift, or `others`; absent or empty for the one that fits.',
        '2',
      ),
      member: optional(MemberId, 'At the desk: who came, if it was not me.'),
    }),
    output: HourLine,
    errors: ['signing_off', 'board_code_needed', 'board_code_refused', 'no_shift_now', 'member_not_found'],
  }),
  signOut: post('/member/signout', 'member', {
    ticket: 'unrelated',
    summary: 'Sign out. With the code of the board it is written down that I was still there.',
    input: Type.Object({
      code: optional(BoardCode),
      member: optional(MemberId, 'At the desk: who leaves, if it is not me.'),
    }),
    output: HourLine,
    errors: ['signing_off', 'board_code_needed', 'board_code_refused', 'not_here', 'member_not_found'],
  }),
  here: get('/member/here', 'member', {
    ticket: 'unrelated',
    summary: 'Who is signed in now, for which shifts one can sign in, and who should be there.',
    output: Type.Object({
      on: flag('Whether the team signs in at all.'),
      desk: flag('Whether a name can be tapped, without the code of the board.', false),
      here: list(Here, 'Who is signed in, the earliest first.'),
      shifts: list(OpenShift, 'For what one can sign in now.'),
      expected: listOf('Whom the roster has there and who has not signed in.', {
        member: field(MemberId, 'Who.'),
        name: text('Their name.', sample.colleague),
        shift: text('For which shift.', '2'),
      }),
    }),
  }),
  mine: get('/member/hours', 'member', {
    ticket: 'unrelated',
    summary: 'My hours: every line with its evidence, what they count, and what earlier periods counted.',
    input: Type.Object(range),
    output: Type.Object({
      from: text('The first day.', '2026-11-01'),
      until: text('The last day.', '2026-11-30'),
      list: list(HourLine, 'The lines that count on these days, the latest first.'),
      sums: field(HourSums, 'What is approved of them.'),
      proposed: integer('What waits for a decision, in minutes.', 60),
      missing: list(MissingMember, 'Shifts of mine without a line.'),
      total: field(HourSums, 'What is approved of all my hours, in every period.'),
      periods: listOf('Closed periods in which I have hours, the latest first.', {
        id: PeriodId,
        name: text('What it is called.', '2026 秋季学期'),
        from: text('Its first day; empty if it goes back to the beginning.', '2026-09-01'),
        until: text('Its last day.', '2026-10-31'),
        sums: field(HourSums, 'What counted in it.'),
      }),
    }),
  }),
  add: post('/member/hours/add', 'member', {
    ticket: 'unrelated',
    summary:
      'Enter work that was no shift. It counts once an administrator approves it. The same again, while nobody has decided, is the same line.',
    input: Type.Object({
      date: field(CalendarDate, 'The day; today or before.', sample.date),
      minutes: WorkMinutes,
      what: What,
      with: optional(With),
    }),
    output: HourLine,
  }),
  object: post('/member/hours/object', 'member', {
    ticket: 'unrelated',
    summary:
      'Object to a line of mine. An administrator answers by deciding anew, by correcting it, or with a reason to leave it.',
    input: Type.Object({
      id: LineId,
      objection: field(
        LineOfText(limits.search, { minLength: 1 }),
        'What is wrong.',
        'I stayed until half past eleven',
      ),
    }),
    errors: ['line_not_found'],
  }),
  certify: post('/member/hours/certificate', 'member', {
    ticket: 'unrelated',
    summary:
      'A certificate of my hours in closed periods; in each of those that are named I have some. The same hours again are the same certificate.',
    input: Type.Object({
      periods: optional(
        Type.Array(PeriodId, { maxItems: 100 }),
        'Which closed periods; all of them if absent or empty.',
        [3],
      ),
    }),
    output: HourCertificate,
    errors: ['nothing_to_certify'],
  }),
  check: get('/certificate/check', 'anyone', {
    ticket: 'unrelated',
    summary: 'Whether a certificate is genuine, and then whose hours in which time it tells of; nothing else.',
    input: Type.Object({
      number: field(LineOfText(limits.token, { minLength: 1 }), 'The number on the certificate.', exampleCertificate),
    }),
    output: Type.Object({
      genuine: flag('Whether there is such a certificate.'),
      initial: text('The first character of the name; empty if it is not genuine.', '李'),
      minutes: integer('The minutes it tells of.', 1_260),
      from: text('The first day it tells of.', '2026-09-01'),
      until: text('The last day it tells of.', '2026-10-31'),
    }),
  }),
  boardCode: get('/board/code', 'anyone', {
    ticket: 'unrelated',
    summary:
      'For the display in the room: the code to sign in with, and who is there. The board’s own token comes as bearer; no other opens this.',
    output: Type.Object({
      code: text('The code, which is another one every 30 seconds and good for one minute.', exampleCode),
      url: text('The page that signs in with it.', `https://repair.example.edu/in#${exampleCode}`),
      seconds: integer('In so many seconds there is another one.', 21),
      here: list(Here, 'Who is signed in, the earliest first.'),
    }),
    errors: ['board_unknown', 'signing_off'],
  }),
  list: get('/admin/hours/list', 'admin', {
    ticket: 'unrelated',
    summary: 'Everybody’s hours: lines with their evidence, the latest first, and what each member has on these days.',
    input: Type.Object({
      ...range,
      member: optional(MemberId, 'Only theirs.'),
      state: optional(HourState),
      kind: optional(HourKind),
      only: optional(Type.Enum(['objected']), 'Only those that somebody objects to.', 'objected'),
      ...Paging,
    }),
    output: Type.Object({
      from: text('The first day.', '2026-11-01'),
      until: text('The last day.', '2026-11-30'),
      list: list(HourLine, 'Those of this page.'),
      total: Total,
      people: listOf('What each member has on these days, by name; the filters do not bear on it.', {
        member: field(MemberId, 'Who.'),
        name: text('Their name; empty once it was erased.', sample.person),
        sums: field(HourSums, 'What is approved.'),
        proposed: integer('What waits for a decision, in minutes.', 60),
        open: integer('How many lines wait for a decision.', 1),
        objected: integer('How many objections wait for an answer.', 0),
      }),
      missing: list(MissingMember, 'Who was on a shift and did not sign in.'),
    }),
  }),
  decide: post('/admin/hours/approve', 'admin', {
    ticket: 'unrelated',
    summary: 'Approve lines, or refuse them with a reason: all of them, or none if one of them cannot be decided on.',
    input: Type.Object({
      ids: field(Type.Array(LineId, { maxItems: limits.page }), `Which lines, up to ${limits.page}.`, [81, 82]),
      state: optional(Type.Enum(['approved', 'refused']), '`approved` if absent.', 'approved'),
      reason: optional(Reason),
    }),
    output: Type.Object({ changed: integer('How many lines this changed.', 2) }),
    errors: ['line_not_found', 'period_closed', 'still_here', 'decided_itself'],
  }),
  correct: post('/admin/hours/correct', 'admin', {
    ticket: 'unrelated',
    summary:
      'Correct a line, by a line of its own that names it; or, without one, write a line for a member. In an open period the correction stands in place of the line; of a closed one it is a line of the next period that makes good the difference. To write a line that is there already answers that one; another one for the same time is refused.',
    input: Type.Object({
      id: optional(LineId),
      member: optional(MemberId, 'Without a line: whose hours.'),
      date: optional(CalendarDate, 'Without a line: the day, today or before.', sample.date),
      shift: optional(LineOfText(limits.name), 'Without a line: the number of the shift they were at.', '2'),
      arrival: optional(LineOfText(limits.name), 'Of a shift: when they came, as `09:30`.', '09:30'),
      leaving: optional(LineOfText(limits.name), 'Of a shift: when they left.', '11:30'),
      minutes: optional(
        Type.Integer({ minimum: 0, maximum: 1440 }),
        'Of other work, and of a closed period: the minutes that are right.',
        120,
      ),
      what: optional(LineOfText(limits.search), 'Of other work: what it was.', 'Sorted the spare parts'),
      reason: field(LineOfText(limits.search, { minLength: 1 }), 'Why.', 'Forgot to sign in'),
    }),
    output: HourLine,
    errors: ['line_not_found', 'member_not_found', 'not_on_timetable', 'already_written', 'still_here'],
  }),
  answer: post('/admin/hours/answer', 'admin', {
    ticket: 'unrelated',
    summary: 'Answer an objection and leave the line as it is. The member reads why.',
    input: Type.Object({
      id: LineId,
      reason: field(
        LineOfText(limits.search, { minLength: 1 }),
        'Why it stays as it is.',
        'The lights were off at eleven',
      ),
    }),
    errors: ['line_not_found'],
  }),
  periods: get('/admin/hours/periods', 'admin', {
    ticket: 'unrelated',
    summary: 'The periods that were closed, the latest first, and from when on it is open.',
    output: Type.Object({
      list: list(HourPeriod, 'The closed periods, the latest first.'),
      openFrom: text('The first day that is still open; empty while none was closed.', '2026-11-01'),
    }),
  }),
  close: post('/admin/hours/close', 'admin', {
    ticket: 'unrelated',
    summary:
      'Close a period: all that is still open up to its last day. Its lines, its rule and its sums are frozen, for good.',
    input: Type.Object({
      name: field(LineOfText(limits.name, { minLength: 1 }), 'What it is called.', '2026 秋季学期'),
      until: field(CalendarDate, 'Its last day; yesterday or before.', '2026-10-31'),
    }),
    output: HourPeriod,
    confirm: true,
    errors: ['period_not_over', 'period_taken', 'hours_undecided', 'factor_needed'],
  }),
  preview: post('/admin/hours/preview', 'admin', {
    ticket: 'unrelated',
    summary:
      'What last month would count by another rule, beside what it counts by the one in force. Nothing is changed.',
    input: Type.Object({ rule: HourRule }),
    output: Type.Object({
      from: text('The first day.', '2026-10-01'),
      until: text('The last day.', '2026-10-31'),
      list: listOf('Each member with hours then, by name.', {
        member: field(MemberId, 'Who.'),
        name: text('Their name; empty once it was erased.', sample.person),
        now: integer('What counts by the rule in force, in minutes.', 480),
        would: integer('What would count, in minutes.', 510),
      }),
      now: integer('All of them together.', 4_800),
      would: integer('All of them together.', 5_100),
    }),
  }),
  export: get('/admin/hours/export', 'admin', {
    ticket: 'unrelated',
    summary:
      'Approved hours as a table in the columns that the school wants: a row for each person, or for each person and day.',
    input: Type.Object({
      ...range,
      by: optional(Type.Enum(['person', 'day']), 'A row for each of these; `person` if absent.', 'day'),
      format: optional(Type.Enum(['xlsx', 'csv']), '`xlsx` if absent.', 'csv'),
    }),
    output: text('The table.', '姓名,日期,时长\r\n'),
    answer: 'raw',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    confirm: true,
    errors: ['factor_needed'],
    bytes: true,
  }),
  board: get('/admin/board', 'admin', {
    ticket: 'unrelated',
    summary: 'Whether the board has a token of its own, and who made it when.',
    output: Type.Object({
      made: field(TimestampOrNone, 'When it was made; empty while there is none.'),
      by: text('Who made it.', sample.colleague),
    }),
  }),
  makeBoard: post('/admin/board/token', 'admin', {
    ticket: 'unrelated',
    summary: 'Make a new token for the board. The one before stops working, and with it the code on that display.',
    output: Type.Object({
      token: text('The token, which is told only now.', exampleToken),
      url: text('The address to open on the display, once.', `https://repair.example.edu/board#${exampleToken}`),
    }),
    confirm: true,
    errors: ['factor_needed'],
  }),
  endBoard: post('/admin/board/revoke', 'admin', {
    ticket: 'unrelated',
    summary: 'End the token of the board.',
  }),
}
