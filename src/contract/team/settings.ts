import type { Static } from 'typebox'
import { CalendarDate, Coded, Language, LineOfText, LinePerLanguage, limits, patterned } from '../fields.ts'
import { HourColumn, HourRule, Signatory, SigningOptions } from '../hours/hour-fields.ts'
import { chatKinds, webhookEvents } from '../messages/messages.ts'
import { field, flag, integer, namedObject, optional, Type } from '../type.ts'

const TimeOfDay = patterned('not_a_time', '^(?:[01]\\d|2[0-3]):[0-5]\\d$', {})
/** May also be midnight. */
const EndOfShift = patterned('not_a_time', '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$', {})
export const Weekday = integer('From 1, Monday, to 7.', 1, { minimum: 1, maximum: 7 })
export const ShiftNumber = integer('The number of the shift.', 1, { minimum: 1, maximum: limits.shift })

const perHour = (what: string, example: number) =>
  integer(`How many ${what} a person may send in an hour.`, example, { minimum: 1, maximum: 100_000 })

export const ShiftHours = namedObject('Shift', 'The hours of a shift.', {
  shift: ShiftNumber,
  from: field(TimeOfDay, 'When it begins.', '09:30'),
  until: field(EndOfShift, 'When it ends; `24:00` is midnight.', '11:30'),
  weekday: optional(Weekday, 'If given, the hours apply on this weekday only and replace the general ones.'),
})

export const PlaceSetting = namedObject('Place', 'Where people find the team.', {
  name: field(
    LinePerLanguage(limits.device, { zh_CN: '3 号楼 105 室', en_US: 'Building 3, room 105' }),
    'The name of the place; may be empty.',
  ),
  map: field(
    patterned('not_a_link', '^(?:|https://[^\\s/?#@\\p{Cc}\\p{Cs}]+(?:[/?#][^\\s\\p{Cc}\\p{Cs}]*)?)$', {
      maxLength: limits.url,
    }),
    'The address of a map, which begins with `https://`; or empty.',
    'https://www.openstreetmap.org/node/1',
  ),
})
export type PlaceSetting = Static<typeof PlaceSetting>

export const TicketKind = namedObject('Kind', 'A kind of device beyond appliances and computers.', {
  id: integer('The number of the kind, which tickets keep.', 2, { minimum: 2, maximum: 999 }),
  name: field(LinePerLanguage(limits.name, { zh_CN: '自行车', en_US: 'Bicycle' }), 'The name of the kind.'),
  type: field(Coded('type'), 'The type that clients show which know only appliances (0) and computers (1).', 0),
})
export type TicketKind = Static<typeof TicketKind>

export const Settings = Type.Object({
  teamName: field(LineOfText(limits.name), 'The name of the team; may be empty.', 'Campus Repair Team'),
  timeZone: field(LineOfText(limits.name, { minLength: 1 }), 'The IANA name of the team’s time zone.', 'Asia/Shanghai'),
  lang: field(Language, 'The language for people who have chosen none.'),
  place: field(PlaceSetting, 'The place of the team, except during special duty.'),
  boardText: field(
    LinePerLanguage(limits.search, { zh_CN: '取件请带好校园卡', en_US: 'Please bring your card when you collect' }),
    'A line of text on the display in the room; may be empty.',
  ),
  kinds: field(Type.Array(TicketKind, { maxItems: 20 }), 'Kinds of devices beyond appliances and computers.'),
  timetable: field(Type.Array(ShiftHours, { maxItems: 200 }), 'The hours of the shifts.'),
  closedDays: field(
    Type.Array(
      namedObject('ClosedDays', 'A range of days without duty.', {
        from: field(CalendarDate, 'The first day.', '2026-10-01'),
        until: field(CalendarDate, 'The last day, included.', '2026-10-07'),
        name: optional(LineOfText(limits.name), 'The reason to show.', 'National Day'),
      }),
      { maxItems: 200 },
    ),
    'Days without duty.',
  ),
  makeUpDays: field(
    Type.Array(
      namedObject('MakeUpDay', 'A day that follows the timetable of another weekday, even if it is closed otherwise.', {
        date: field(CalendarDate, 'The day.', '2026-10-10'),
        weekday: field(Weekday, 'The weekday to follow, from 1, Monday, to 7.', 3),
      }),
      { maxItems: 200 },
    ),
    'Days that follow the timetable of another weekday.',
  ),
  minimumPerShift: integer('The roster highlights shifts with fewer people.', 1, {
    minimum: 0,
    maximum: limits.workers,
  }),
  retentionDays: integer('Personal data is removed this many days after a ticket ended or a member left.', 30, {
    minimum: 1,
    maximum: 3650,
  }),
  receiptDays: integer(
    'A receipt ends this many days after its ticket ended, and at the latest when personal data is removed.',
    30,
    { minimum: 1, maximum: 3650 },
  ),
  phonesForAllMembers: flag('Whether all members see full phone numbers, or only those who work on the ticket.', false),
  sessionDays: integer('How many days a session lives after its last use.', 30, { minimum: 1, maximum: 365 }),
  memberSessionDays: integer('How many days a member login lives after its last use.', 7, { minimum: 1, maximum: 365 }),
  adminSessionHours: integer('How many hours the member login of an administrator lives after its last use.', 12, {
    minimum: 1,
    maximum: 8760,
  }),
  claimDays: integer(
    'After this many days without activity on a claimed ticket its workers are reminded, then the administrators; then the ticket is open to all again. 0 for never.',
    14,
    { minimum: 0, maximum: 365 },
  ),
  openData: namedObject('OpenData', 'Information for open data. All fields are sent together.', {
    provider: field(LineOfText(limits.name), 'The organisation that provides the data; may be empty.', 'Campus Repair'),
    group: field(
      LineOfText(limits.name),
      'The name of the group; by default the name of the team.',
      'Campus Repair Team',
    ),
    country: field(
      patterned('not_a_country', '^(?:|[A-Z]{3})$', {}),
      'The three-letter ISO 3166-1 code of the country; may be empty.',
      'CHN',
    ),
    impact: flag('Whether the team’s figures are public at `/impact`.', false),
  }),
  signing: field(SigningOptions, 'How members sign in for their shifts.'),
  hourRule: field(HourRule, 'How hours are counted. A closed period keeps its own rule.'),
  hourColumns: field(Type.Array(HourColumn, { maxItems: 40 }), 'The columns of the hours export.'),
  signatory: field(Signatory, 'Who signs certificates of hours; may be empty.'),
  messages: namedObject('MessageSettings', 'When and where messages are sent. All fields are sent together.', {
    quietFrom: field(TimeOfDay, 'When quiet hours begin. Messages wait, except reminders of shifts.', '22:00'),
    quietUntil: field(TimeOfDay, 'When quiet hours end. The same time as `quietFrom` means none.', '08:00'),
    reminderTime: field(TimeOfDay, 'When members are reminded of the next day’s shift.', '18:00'),
    uncollectedDays: field(
      Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), { maxItems: 5 }),
      'How many days after a device was ready its owner is reminded.',
      [7, 14, 30],
    ),
    chat: field(
      Type.Array(Type.Enum([...chatKinds]), { maxItems: chatKinds.length }),
      'The kinds of messages that go to the team’s chat.',
      ['new_ticket'],
    ),
    webhook: field(
      Type.Array(Type.Enum([...webhookEvents]), { maxItems: webhookEvents.length }),
      'The events that go to the webhook.',
      ['ticket.created'],
    ),
  }),
  wechat: namedObject('WechatSettings', 'Settings for WeChat, if it is configured. All fields are sent together.', {
    phone: flag(
      'Whether the mini-program may ask for phone numbers. The team’s WeChat account needs that permission.',
      false,
    ),
    checkContent: flag('Whether WeChat checks texts and pictures of people who use the mini-program.', true),
    whenUnchecked: field(
      Type.Enum(['let_through', 'refuse']),
      'While WeChat cannot be asked: `let_through` shows them and marks them for review; `refuse` refuses texts and holds pictures until an administrator reviews them.',
      'let_through',
    ),
  }),
  rates: namedObject('Rates', 'Rate limits. All fields are sent together.', {
    callsPerMinute: integer('How many calls a token may make in a minute.', 600, { minimum: 60, maximum: 100_000 }),
    loginsPerMinute: integer('How many logins one address may make in a minute.', 600, {
      minimum: 10,
      maximum: 100_000,
    }),
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
