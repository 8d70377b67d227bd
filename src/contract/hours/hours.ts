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
  memberName,
  PeriodId,
  periodFields,
} from './hour-fields.ts'

const exampleCode = 'K7QM2XPD'
const exampleToken = 'Yk3vJ8sQ0mT5xH2bN7cR4wZ9dF6gL1pA-eU_iOqKsXc'
const BoardCode = field(LineOfText(limits.code), 'The current code of the board.', exampleCode)
const range = {
  from: optional(CalendarDate, 'The first day; by default the first of the month.', '2026-11-01'),
  until: optional(CalendarDate, 'The last day; by default the last of that month.', '2026-11-30'),
}
const WorkMinutes = integer('The duration in minutes.', 90, { minimum: 1, maximum: 1440 })
const What = field(LineOfText(limits.search, { minLength: 1 }), 'What was done.', 'Sorted the spare parts')
const With = field(LineOfText(limits.search), 'With whom.', sample.colleague)
const Reason = field(LineOfText(limits.search), 'The reason; required to refuse.', 'The shift was called off')
const OpenShift = namedObject('OpenShift', 'A shift that is running or begins soon.', {
  shift: text('The number of the shift, or `others` for special duty.', '2'),
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  mine: flag('Whether the roster lists you.'),
})
const Here = namedObject('HereNow', 'A member who is signed in.', {
  member: field(MemberId, 'The member.'),
  name: text('The member’s name.', sample.person),
  shift: text('The shift; `others` for special duty.', '2'),
  since: field(Timestamp, 'When they signed in.'),
})

export const hours = {
  signIn: post('/member/signin', 'member', {
    ticket: 'unrelated',
    summary:
      'Sign in for a shift. It needs the code of the board, unless the team allows signing in at the desk. By default it is your own shift, or the one that is running. Signing in again has no effect.',
    input: Type.Object({
      code: optional(BoardCode),
      shift: optional(
        LineOfText(limits.name),
        'The number of the shift, or `others`; if absent or empty, the service chooses.',
        '2',
      ),
      member: optional(MemberId, 'At the desk: the member who arrived, if not you.'),
    }),
    output: HourLine,
    errors: ['signing_off', 'board_code_needed', 'board_code_refused', 'no_shift_now', 'member_not_found'],
  }),
  signOut: post('/member/signout', 'member', {
    ticket: 'unrelated',
    summary: 'Sign out. The code of the board proves that you were still there.',
    input: Type.Object({
      code: optional(BoardCode),
      member: optional(MemberId, 'At the desk: the member who leaves, if not you.'),
    }),
    output: HourLine,
    errors: ['signing_off', 'board_code_needed', 'board_code_refused', 'not_here', 'member_not_found'],
  }),
  here: get('/member/here', 'member', {
    ticket: 'unrelated',
    summary: 'List who is signed in, the shifts that can be signed in for, and who is expected.',
    output: Type.Object({
      on: flag('Whether the team uses sign-in.'),
      desk: flag('Whether members can tap their name without the code of the board.', false),
      here: list(Here, 'The members who are signed in, earliest first.'),
      shifts: list(OpenShift, 'The shifts that can be signed in for now.'),
      expected: listOf('Rostered members who have not signed in.', {
        member: field(MemberId, 'The member.'),
        name: text('The member’s name.', sample.colleague),
        shift: text('The shift.', '2'),
      }),
    }),
  }),
  mine: get('/member/hours', 'member', {
    ticket: 'unrelated',
    summary:
      'List your hours. Each entry comes with its evidence; sums tell what counts now and what counted in earlier periods.',
    input: Type.Object(range),
    output: Type.Object({
      from: text('The first day.', '2026-11-01'),
      until: text('The last day.', '2026-11-30'),
      list: list(HourLine, 'The entries of these days, latest first.'),
      sums: field(HourSums, 'The approved minutes.'),
      proposed: integer('The undecided minutes.', 60),
      missing: list(MissingMember, 'Your shifts without an entry.'),
      total: field(HourSums, 'Your approved minutes in all periods.'),
      periods: listOf('Closed periods in which you have hours, latest first.', {
        ...periodFields,
        sums: field(HourSums, 'Your counted minutes in the period.'),
      }),
    }),
  }),
  add: post('/member/hours/add', 'member', {
    ticket: 'unrelated',
    summary:
      'Enter work outside shifts. It counts once an administrator approves it. Repeating the call while it is undecided creates no second entry.',
    input: Type.Object({
      date: field(CalendarDate, 'The day; not in the future.', sample.date),
      minutes: WorkMinutes,
      what: What,
      with: optional(With),
    }),
    output: HourLine,
  }),
  object: post('/member/hours/object', 'member', {
    ticket: 'unrelated',
    summary:
      'Object to one of your entries. An administrator answers with a new decision, a correction, or a reason to keep it.',
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
      'Issue a certificate of your hours in closed periods. Each named period must have hours of yours. The same hours give the same certificate again.',
    input: Type.Object({
      periods: optional(Type.Array(PeriodId, { maxItems: 100 }), 'The closed periods; all if absent or empty.', [3]),
    }),
    output: HourCertificate,
    errors: ['nothing_to_certify'],
  }),
  check: get('/certificate/check', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Verify a certificate. If it is genuine, the answer has the initial of the name, the minutes and the time.',
    input: Type.Object({
      number: field(LineOfText(limits.token, { minLength: 1 }), 'The number on the certificate.', exampleCertificate),
    }),
    output: Type.Object({
      genuine: flag('Whether the certificate exists.'),
      initial: text('The first character of the name; empty if not genuine.', '李'),
      minutes: integer('The certified minutes.', 1_260),
      from: text('The first certified day.', '2026-09-01'),
      until: text('The last certified day.', '2026-10-31'),
    }),
  }),
  boardCode: get('/board/code', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Get the sign-in code for the display in the room, and who is there. It takes the board’s own token as bearer; no other token works.',
    output: Type.Object({
      code: text('The code. It changes every 30 seconds and is valid for one minute.', exampleCode),
      url: text('The page that signs in with this code.', `https://repair.example.edu/in#${exampleCode}`),
      seconds: integer('Seconds until the next code.', 21),
      here: list(Here, 'The members who are signed in, earliest first.'),
    }),
    errors: ['board_unknown', 'signing_off'],
  }),
  list: get('/admin/hours/list', 'admin', {
    ticket: 'unrelated',
    summary:
      'List everybody’s hours. The entries come with their evidence, latest first, and with the sums of each member on these days.',
    input: Type.Object({
      ...range,
      member: optional(MemberId, 'Only this member.'),
      state: optional(HourState),
      kind: optional(HourKind),
      only: optional(Type.Enum(['objected']), 'Only entries with an open objection.', 'objected'),
      ...Paging,
    }),
    output: Type.Object({
      from: text('The first day.', '2026-11-01'),
      until: text('The last day.', '2026-11-30'),
      list: list(HourLine, 'The entries of this page.'),
      total: Total,
      people: listOf('The sums of each member on these days, by name, regardless of the filters.', {
        ...memberName,
        sums: field(HourSums, 'The approved minutes.'),
        proposed: integer('The undecided minutes.', 60),
        open: integer('The number of undecided entries.', 1),
        objected: integer('The number of unanswered objections.', 0),
      }),
      missing: list(MissingMember, 'Members who were on a shift and did not sign in.'),
    }),
  }),
  decide: post('/admin/hours/approve', 'admin', {
    ticket: 'unrelated',
    summary:
      'Approve or refuse entries. Either all of them change, or none if one cannot be decided. Of several entries, those with an open objection are left out; a decision about one entry also settles its objection.',
    input: Type.Object({
      ids: field(Type.Array(LineId, { maxItems: limits.page }), `The entries, at most ${limits.page}.`, [81, 82]),
      state: optional(Type.Enum(['approved', 'refused']), '`approved` by default.', 'approved'),
      reason: optional(Reason),
    }),
    output: Type.Object({
      changed: integer('How many entries changed.', 2),
      left: integer('How many entries were left out, because their objection is open.', 0),
    }),
    errors: ['line_not_found', 'period_closed', 'still_here', 'decided_itself'],
  }),
  correct: post('/admin/hours/correct', 'admin', {
    ticket: 'unrelated',
    summary:
      'Correct an entry, or enter hours for a member. With `id` it adds a correction that refers to the entry. In an open period the correction replaces it; for a closed period it adds the difference to the next period. Without `id` it adds a new entry. Adding the same entry again answers the existing one; a different entry for the same time is refused.',
    input: Type.Object({
      id: optional(LineId),
      member: optional(MemberId, 'For a new entry: the member.'),
      date: optional(CalendarDate, 'For a new entry: the day; not in the future.', sample.date),
      shift: optional(LineOfText(limits.name), 'For a new entry: the number of the shift.', '2'),
      arrival: optional(LineOfText(limits.name), 'For a shift: when they arrived, such as `09:30`.', '09:30'),
      leaving: optional(LineOfText(limits.name), 'For a shift: when they left.', '11:30'),
      minutes: optional(
        integer('For other work, or for a closed period: the right number of minutes.', 120, {
          minimum: 0,
          maximum: 1440,
        }),
      ),
      what: optional(LineOfText(limits.search), 'For other work: what was done.', 'Sorted the spare parts'),
      reason: field(LineOfText(limits.search, { minLength: 1 }), 'The reason.', 'Forgot to sign in'),
    }),
    output: HourLine,
    errors: ['line_not_found', 'member_not_found', 'not_on_timetable', 'already_written', 'still_here'],
  }),
  answer: post('/admin/hours/answer', 'admin', {
    ticket: 'unrelated',
    summary: 'Answer an objection and keep the entry unchanged. The member can read the reason.',
    input: Type.Object({
      id: LineId,
      reason: field(
        LineOfText(limits.search, { minLength: 1 }),
        'Why the entry stays.',
        'The lights were off at eleven',
      ),
    }),
    errors: ['line_not_found'],
  }),
  periods: get('/admin/hours/periods', 'admin', {
    ticket: 'unrelated',
    summary: 'List the closed periods, latest first, and the first open day.',
    output: Type.Object({
      list: list(HourPeriod, 'The closed periods, latest first.'),
      openFrom: text('The first open day; empty if no period was closed.', '2026-11-01'),
    }),
  }),
  close: post('/admin/hours/close', 'admin', {
    ticket: 'unrelated',
    summary:
      'Close a period. It includes all open days up to its last day. Its entries, rule and sums can never change afterwards.',
    input: Type.Object({
      name: field(LineOfText(limits.name, { minLength: 1 }), 'The name of the period.', '2026 秋季学期'),
      until: field(CalendarDate, 'The last day; yesterday or earlier.', '2026-10-31'),
    }),
    output: HourPeriod,
    confirm: true,
    errors: ['period_not_over', 'period_taken', 'hours_undecided', 'factor_needed'],
  }),
  preview: post('/admin/hours/preview', 'admin', {
    ticket: 'unrelated',
    summary:
      'Preview another rule with the hours of last month. It compares the counted minutes under both rules and changes nothing.',
    input: Type.Object({ rule: HourRule }),
    output: Type.Object({
      from: text('The first day.', '2026-10-01'),
      until: text('The last day.', '2026-10-31'),
      list: listOf('Each member with hours in that month, by name.', {
        ...memberName,
        now: integer('Counted minutes under the current rule.', 480),
        would: integer('Counted minutes under the other rule.', 510),
      }),
      now: integer('The sum under the current rule.', 4_800),
      would: integer('The sum under the other rule.', 5_100),
    }),
  }),
  export: get('/admin/hours/export', 'admin', {
    ticket: 'unrelated',
    summary:
      'Export approved hours as a table. It has the configured columns, and one row for each person, or for each person and day.',
    input: Type.Object({
      ...range,
      by: optional(Type.Enum(['person', 'day']), 'The unit of a row; `person` by default.', 'day'),
      format: optional(Type.Enum(['xlsx', 'csv']), '`xlsx` by default.', 'csv'),
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
    summary: 'Get whether the board has a token, and who made it when.',
    output: Type.Object({
      made: field(TimestampOrNone, 'When it was made; empty if there is none.'),
      by: text('Who made it.', sample.colleague),
    }),
  }),
  makeBoard: post('/admin/board/token', 'admin', {
    ticket: 'unrelated',
    summary: 'Make a new token for the board. The token before stops working, and with it the code on that display.',
    output: Type.Object({
      token: text('The token. It cannot be read again later.', exampleToken),
      url: text('The address to open once on the display.', `https://repair.example.edu/board#${exampleToken}`),
    }),
    confirm: true,
    errors: ['factor_needed'],
  }),
  endBoard: post('/admin/board/revoke', 'admin', {
    ticket: 'unrelated',
    summary: 'Revoke the token of the board.',
  }),
}
