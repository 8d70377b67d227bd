import type { Static } from 'typebox'
import { CalendarDate, Language, Line, limits, patterned } from './fields.ts'
import { Type } from './type.ts'

const TimeOfDay = patterned('not_a_time', '^(?:[01]\\d|2[0-3]):[0-5]\\d$', {})
/** An end may also be midnight. */
const EndOfShift = patterned('not_a_time', '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$', {})
export const Weekday = Type.Integer({ minimum: 1, maximum: 7 })
export const ShiftNumber = Type.Integer({ minimum: 1, maximum: limits.shift })

const perHour = Type.Integer({ minimum: 1, maximum: 100_000 })

/** When a shift is; with a weekday it holds on that day alone, in place of the general hours. */
export const Shift = Type.Object({
  shift: ShiftNumber,
  from: TimeOfDay,
  until: EndOfShift,
  weekday: Type.Optional(Weekday),
})

/** What administrators decide while the service runs. */
export const Settings = Type.Object({
  teamName: Line(limits.name),
  timeZone: Line(limits.name, { minLength: 1 }),
  lang: Language,
  timetable: Type.Array(Shift, { maxItems: 200 }),
  /** Days without duty, the first and the last included. */
  closedDays: Type.Array(
    Type.Object({ from: CalendarDate, until: CalendarDate, name: Type.Optional(Line(limits.name)) }),
    {
      maxItems: 200,
    },
  ),
  /** Days that work like another weekday, also amid closed ones. */
  makeUpDays: Type.Array(Type.Object({ date: CalendarDate, weekday: Weekday }), { maxItems: 200 }),
  /** A shift with fewer people is pointed out in the roster. */
  minimumPerShift: Type.Integer({ minimum: 0, maximum: limits.workers }),
  retentionDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  /** Whether every member sees phone numbers in full, or only those who work on the ticket. */
  phonesForAllMembers: Type.Boolean(),
  sessionDays: Type.Integer({ minimum: 1, maximum: 365 }),
  memberSessionDays: Type.Integer({ minimum: 1, maximum: 365 }),
  adminSessionHours: Type.Integer({ minimum: 1, maximum: 8760 }),
  rates: Type.Object({
    callsPerMinute: Type.Integer({ minimum: 60, maximum: 100_000 }),
    loginsPerMinute: Type.Integer({ minimum: 10, maximum: 100_000 }),
    ticketsPerHour: perHour,
    commentsPerHour: perHour,
    uploadsPerHour: perHour,
    feedbackPerHour: perHour,
  }),
})

export type Settings = Static<typeof Settings>

/** What holds until somebody decides otherwise; zone and language come from the environment. */
export const defaultSettings: Omit<Settings, 'timeZone' | 'lang'> = {
  teamName: '',
  timetable: [],
  closedDays: [],
  makeUpDays: [],
  minimumPerShift: 1,
  retentionDays: 30,
  phonesForAllMembers: false,
  sessionDays: 30,
  memberSessionDays: 7,
  adminSessionHours: 12,
  rates: {
    callsPerMinute: 600,
    loginsPerMinute: 600,
    ticketsPerHour: 30,
    commentsPerHour: 120,
    uploadsPerHour: 120,
    feedbackPerHour: 30,
  },
}
