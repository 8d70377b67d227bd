import type { Static } from 'typebox'
import { CalendarDate, Coded, Language, LineOfText, LinePerLanguage, limits, patterned } from '../fields.ts'
import { HourColumn, HourRule, Signatory, SigningOptions } from '../hours/hour-fields.ts'
import { chatKinds, webhookEvents } from '../messages/messages.ts'
import { field, flag, namedObject, optional, Type } from '../type.ts'

const TimeOfDay = patterned('not_a_time', '^(?:[01]\\d|2[0-3]):[0-5]\\d$', {})
/** An end may also be midnight. */
const EndOfShift = patterned('not_a_time', '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$', {})
export const Weekday = field(Type.Integer({ minimum: 1, maximum: 7 }), 'From 1, Monday, to 7.', 1)
export const ShiftNumber = field(Type.Integer({ minimum: 1, maximum: limits.shift }), 'The number of the shift.', 1)

const perHour = (what: string, example: number) =>
  field(Type.Integer({ minimum: 1, maximum: 100_000 }), `How many ${what} an hour a person may send.`, example)

/** When a shift is; with a weekday it holds on that day alone, in place of the general hours. */
export const ShiftHours = namedObject('Shift', 'The hours of a shift.', {
  shift: ShiftNumber,
  from: field(TimeOfDay, 'When it begins.', '09:30'),
  until: field(EndOfShift, 'When it ends; `24:00` is midnight.', '11:30'),
  weekday: optional(Weekday, 'Holds on this weekday alone, in place of the general hours.'),
})

/** Where the team is found. */
export const PlaceSetting = namedObject('Place', 'Where the team is found.', {
  name: field(
    LinePerLanguage(limits.device, { zh_CN: '3 号楼 105 室', en_US: 'Building 3, room 105' }),
    'How people find it; empty where nobody has said.',
  ),
  map: field(
    patterned('not_a_link', '^(?:|https://[^\\s/?#@\\p{Cc}\\p{Cs}]+(?:[/?#][^\\s\\p{Cc}\\p{Cs}]*)?)$', {
      maxLength: limits.url,
    }),
    'Its address on a map, which begins with `https://`; or empty.',
    'https://www.openstreetmap.org/node/1',
  ),
})
export type PlaceSetting = Static<typeof PlaceSetting>

/** What the team mends beyond appliances and computers. Clients that know only those two take it for one of them. */
export const TicketKind = namedObject('Kind', 'A kind of thing that the team mends beyond appliances and computers.', {
  id: field(Type.Integer({ minimum: 2, maximum: 999 }), 'Its number, which tickets keep.', 2),
  name: field(LinePerLanguage(limits.name, { zh_CN: '自行车', en_US: 'Bicycle' }), 'What it is called.'),
  type: field(Coded('type'), 'What it is for clients that know appliances (0) and computers (1) alone.', 0),
})
export type TicketKind = Static<typeof TicketKind>

/** What administrators decide while the service runs. */
export const Settings = Type.Object({
  teamName: field(LineOfText(limits.name), 'What the team is called; may be empty.', 'Campus Repair Team'),
  timeZone: field(
    LineOfText(limits.name, { minLength: 1 }),
    'The zone of the team’s wall clock, by its IANA name.',
    'Asia/Shanghai',
  ),
  lang: field(Language, 'The language of people who have chosen none.'),
  place: field(PlaceSetting, 'Where the team is, unless special duty is elsewhere.'),
  boardText: field(
    LinePerLanguage(limits.search, { zh_CN: '取件请带好校园卡', en_US: 'Please bring your card when you collect' }),
    'A line that the display in the room shows; may be empty.',
  ),
  kinds: field(Type.Array(TicketKind, { maxItems: 20 }), 'What the team mends beyond appliances and computers.'),
  timetable: field(Type.Array(ShiftHours, { maxItems: 200 }), 'Which hours the shifts have.'),
  closedDays: field(
    Type.Array(
      namedObject('ClosedDays', 'Days without duty, the first and the last included.', {
        from: field(CalendarDate, 'The first day.', '2026-10-01'),
        until: field(CalendarDate, 'The last day.', '2026-10-07'),
        name: optional(LineOfText(limits.name), 'Why; shown as the reason.', 'National Day'),
      }),
      { maxItems: 200 },
    ),
    'When there is no duty.',
  ),
  makeUpDays: field(
    Type.Array(
      namedObject('MakeUpDay', 'A day that works like another weekday, also amid closed ones.', {
        date: field(CalendarDate, 'The day.', '2026-10-10'),
        weekday: field(Weekday, 'The weekday whose shifts it has, from 1, Monday, to 7.', 3),
      }),
      { maxItems: 200 },
    ),
    'Days that work like another weekday.',
  ),
  minimumPerShift: field(
    Type.Integer({ minimum: 0, maximum: limits.workers }),
    'A shift with fewer people is pointed out in the roster.',
    1,
  ),
  retentionDays: field(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    'So many days after a ticket ended, or a member was removed, the personal data is removed.',
    30,
  ),
  receiptDays: field(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    'So many days after a ticket ended, its receipt ends; with its personal data at the latest.',
    30,
  ),
  phonesForAllMembers: flag(
    'Whether every member sees phone numbers in full, or only those who work on the ticket.',
    false,
  ),
  sessionDays: field(Type.Integer({ minimum: 1, maximum: 365 }), 'How many days a token lives after its last use.', 30),
  memberSessionDays: field(
    Type.Integer({ minimum: 1, maximum: 365 }),
    'How many days its member part lives after its last use.',
    7,
  ),
  adminSessionHours: field(
    Type.Integer({ minimum: 1, maximum: 8760 }),
    'How many hours the member part of an administrator lives after its last use.',
    12,
  ),
  claimDays: field(
    Type.Integer({ minimum: 0, maximum: 365 }),
    'After so many days on which nothing happened to a claimed ticket its workers are reminded, later the administrators; then it is open to all again. 0 never.',
    14,
  ),
  openData: namedObject('OpenData', 'What the team says of itself in open data; all of it is sent together.', {
    provider: field(LineOfText(limits.name), 'Who provides the data: the organisation; may be empty.', 'Campus Repair'),
    group: field(LineOfText(limits.name), 'Which group it is; the name of the team if empty.', 'Campus Repair Team'),
    country: field(
      patterned('not_a_country', '^(?:|[A-Z]{3})$', {}),
      'Its country, by the three letters of ISO 3166-1; may be empty.',
      'CHN',
    ),
    impact: flag('Whether anybody may see the team’s figures at `/impact`.', false),
  }),
  signing: field(SigningOptions, 'Whether and how members sign in for their shifts.'),
  hourRule: field(HourRule, 'How hours are counted. A closed period keeps the rule that it was closed with.'),
  hourColumns: field(
    Type.Array(HourColumn, { maxItems: 40 }),
    'The columns of the table of hours, as the school wants them.',
  ),
  signatory: field(Signatory, 'Who signs certificates of hours; may be empty.'),
  messages: namedObject('MessageSettings', 'What is told when; all of it is sent together.', {
    quietFrom: field(TimeOfDay, 'From then on messages wait, but for reminders of shifts.', '22:00'),
    quietUntil: field(TimeOfDay, 'Until then they do. The same time twice is no quiet hours.', '08:00'),
    reminderTime: field(TimeOfDay, 'When members are reminded of the next day’s shift.', '18:00'),
    uncollectedDays: field(
      Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), { maxItems: 5 }),
      'So many days after a device was ready its owner is reminded.',
      [7, 14, 30],
    ),
    chat: field(
      Type.Array(Type.Enum([...chatKinds]), { maxItems: chatKinds.length }),
      'What the team’s chat is told.',
      ['new_ticket'],
    ),
    webhook: field(
      Type.Array(Type.Enum([...webhookEvents]), { maxItems: webhookEvents.length }),
      'Which events the webhook is told.',
      ['ticket.created'],
    ),
  }),
  wechat: namedObject('WechatSettings', 'What goes by WeChat, where it is configured; all of it is sent together.', {
    phone: flag('Whether the mini-program may ask for phone numbers: the team’s account must be allowed to.', false),
    checkContent: flag('Whether WeChat checks what people who use it write and upload.', true),
    whenUnchecked: field(
      Type.Enum(['let_through', 'refuse']),
      'What becomes of that while WeChat cannot be asked: it is shown and marked for a look, or refused (a text) and held until somebody looks at it (a picture).',
      'let_through',
    ),
  }),
  rates: namedObject('Rates', 'How much is too much; all six are sent together.', {
    callsPerMinute: field(
      Type.Integer({ minimum: 60, maximum: 100_000 }),
      'How many calls a minute a token may make.',
      600,
    ),
    loginsPerMinute: field(
      Type.Integer({ minimum: 10, maximum: 100_000 }),
      'How many logins a minute may come from one address.',
      600,
    ),
    ticketsPerHour: perHour('tickets', 30),
    commentsPerHour: perHour('comments', 120),
    uploadsPerHour: perHour('pictures', 120),
    feedbackPerHour: perHour('messages of feedback', 30),
  }),
})

export type Settings = Static<typeof Settings>

/** The settings before the first change. Zone and language come from the environment. */
export const defaultSettings: Omit<Settings, 'timeZone' | 'lang'> = {
  teamName: '',
  place: { name: { zh_CN: '', en_US: '' }, map: '' },
  boardText: { zh_CN: '', en_US: '' },
  kinds: [],
  timetable: [],
  closedDays: [],
  makeUpDays: [],
  minimumPerShift: 1,
  retentionDays: 30,
  receiptDays: 30,
  phonesForAllMembers: false,
  sessionDays: 30,
  memberSessionDays: 7,
  adminSessionHours: 12,
  claimDays: 14,
  openData: { provider: '', group: '', country: '', impact: false },
  signing: { on: false, desk: false, earlyMinutes: 15, overtimeMinutes: 30 },
  hourRule: {
    rounding: 0,
    direction: 'nearest',
    per: 'entry',
    mostPerDay: 0,
    ticketMinutes: 0,
    nightFrom: '22:00',
    nightUntil: '06:00',
    nightPercent: 100,
    closedPercent: 100,
  },
  hourColumns: [
    { heading: '', source: 'name' },
    { heading: '', source: 'stuid' },
    { heading: '', source: 'class' },
    { heading: '', source: 'college' },
    { heading: '', source: 'date' },
    { heading: '', source: 'arrival' },
    { heading: '', source: 'leaving' },
    { heading: '', source: 'hours' },
    { heading: '', source: 'rounded' },
    { heading: '', source: 'remark' },
  ],
  signatory: { zh_CN: '', en_US: '' },
  messages: {
    quietFrom: '22:00',
    quietUntil: '08:00',
    reminderTime: '18:00',
    uncollectedDays: [7, 14, 30],
    chat: ['new_ticket', 'gap', 'digest'],
    webhook: ['ticket.created', 'ticket.moved', 'ticket.commented', 'ticket.retrieved'],
  },
  wechat: { phone: false, checkContent: true, whenUnchecked: 'let_through' },
  rates: {
    callsPerMinute: 600,
    loginsPerMinute: 600,
    ticketsPerHour: 30,
    commentsPerHour: 120,
    uploadsPerHour: 120,
    feedbackPerHour: 30,
  },
}
