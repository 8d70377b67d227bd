import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { editDistance } from '#kit/edit-distance.ts'
import { localDate } from '#kit/time.ts'
import { isLikelyDate } from '../dates.ts'
import { type DutyFacts, shiftCalendar } from './duty.ts'
import type { ShiftCalendar } from './shift-calendar.ts'
import { shiftsOfWeekday } from './timetable.ts'

export type WeekdayOrDate = { readonly weekday: number } | { readonly date: string }
/** A shift by its number, or by the part of the day in which it begins. */
export type ShiftName = { readonly number: number } | { readonly part: keyof typeof parts }

/**
 * `undefined` if the words are kept as they are. Refuses misspelt dates, weekdays and shifts, because they would become
 * a leave without effect.
 */
export function readDayAndShift(
  facts: DutyFacts,
  words: { readonly week: string; readonly shift: string },
  now: number,
): { readonly week: WeekdayOrDate; readonly number: number } | undefined {
  const week = readWeekdayOrDate(words.week, localDate(now, facts.term.timeZone))
  if (week === 'unclear') throw new Refusal('bad_input', { field: 'week', flaw: 'not_a_week' })
  const shift = readShiftName(words.shift)
  const number = shift && shift !== 'unclear' && week ? numberOf(facts, week, shift) : undefined
  if (shift === 'unclear' || (shift && week && number === undefined))
    throw new Refusal('bad_input', { field: 'shift', flaw: 'not_a_shift' })
  return week && number !== undefined ? { week, number } : undefined
}

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const digits = '一二三四五六七八九'
/** Ignores width and case. */
const tidied = (text: string) => text.normalize('NFKC').trim().toLowerCase()

const likeWeek = new RegExp(
  [
    String.raw`^(?=.*\d)[-+\d\s/.,:年月日号號]+$`,
    String.raw`^(?=.*[年月日号號])[\d\s一二三四五六七八九十廿〇零年月日号號]+$`,
    String.raw`^[上本这這下]?[个個]?(?:周|週|星期|礼拜|禮拜)\s*(?:.?|\d+|[一二三四五六七八九十]+)$`,
    '^(?:今|明|后|後|昨)[天日]$|^(?:today|tomorrow|yesterday)$',
    String.raw`^(?:(?:next|this|last|on)\s+)?(?:mon|tue|wed|thu|fri|sat|sun)\S*$`,
    String.raw`^(?=.*\d)(?:\d+\S*\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b`,
  ].join('|'),
)

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const dayNumber = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const oneWord = /^(?:(?:next|this|last|on|every)\s+)?([a-z]+)\.?$/
const wordAndDay = new RegExp(
  String.raw`^(?:([a-z]+)\.?\s+${dayNumber}|${dayNumber}\s+(?:of\s+)?([a-z]+)\.?)(?:,?\s+\d{4})?$`,
)

/** A misspelt weekday, or a misspelt month beside a day: `Wendsday`, `3 Ocotber`. */
function isMisspelt(text: string): boolean {
  const [, word = ''] = oneWord.exec(text) ?? []
  const [, before = '', after = ''] = wordAndDay.exec(text) ?? []
  // Many other words are one letter away from a short name (`match 3`, `midday`), so only long names are compared.
  const isNear = (said: string, all: readonly string[]) =>
    all.some((name) => name.length > 5 && editDistance(said, name) <= (name.length > 6 ? 2 : 1))
  return isNear(word, names) || isNear(before || after, months)
}

/** `1` to `7`, 周一, 周1, 星期一, 礼拜一, Monday, Mon, or a date. */
export function readWeekdayOrDate(text: string, today: string): WeekdayOrDate | 'unclear' | undefined {
  const tidy = tidied(text)
  const [, digit] = /^(?:周|週|星期|礼拜|禮拜)?\s*([1-7])$/.exec(tidy) ?? []
  if (digit) return { weekday: Number(digit) }
  const [, numeral] = /^(?:周|週|星期|礼拜|禮拜)\s*([一二三四五六日天])$/.exec(tidy) ?? []
  if (numeral) return { weekday: digits.indexOf(numeral) + 1 || 7 }
  const named = names.findIndex((name) => tidy === name || tidy.replace(/\.$/, '') === name.slice(0, 3))
  if (named >= 0) return { weekday: named + 1 }
  const date = readDate(tidy, today)
  if (date !== undefined) return { date }
  return likeWeek.test(tidy) || isMisspelt(tidy) ? 'unclear' : undefined
}

/** `2026-11-8`, `2026/11/08`, `2026年11月8日`, or `11月8日`, which means the date nearest to today. */
function readDate(text: string, today: string): string | undefined {
  const whole = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年\s*(\d{1,2})月\s*(\d{1,2})[日号號]?)$/.exec(text)
  if (whole) {
    const [, year, , month = whole[5], day = whole[6]] = whole
    return dated(year, month, day)
  }
  const [, month, day] = /^(\d{1,2})月\s*(\d{1,2})[日号號]?$/.exec(text) ?? []
  if (month === undefined) return undefined
  const now = Temporal.PlainDate.from(today)
  const far = (date: string) => Math.abs(now.until(date, { largestUnit: 'days' }).days)
  return [now.year - 1, now.year, now.year + 1]
    .flatMap((year) => dated(String(year), month, day) ?? [])
    .sort((a, b) => far(a) - far(b))[0]
}

function dated(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLikelyDate(date) ? date : undefined
}

/** A shift belongs to the part of the day in which it begins. */
const parts = { morning: ['00:00', '12:00'], afternoon: ['12:00', '18:00'], evening: ['18:00', '24:00'] } as const
const partNames: readonly (readonly [keyof typeof parts, RegExp])[] = [
  ['morning', /^(?:上午|早上|早晨|早|morning)(?:班|\s+shift)?$/],
  ['afternoon', /^(?:下午|afternoon)(?:班|\s+shift)?$/],
  ['evening', /^(?:晚上|晚间|晚|夜|evening)(?:班|\s+shift)?$/],
]

/** `1`, 第1班, 第一班, or a part of the day. */
export function readShiftName(text: string): ShiftName | 'unclear' | undefined {
  const tidy = tidied(text)
  const [, written] = /^(?:第|shift)?\s*(\d+|[一二三四五六七八九十百零]+)\s*班?$/.exec(tidy) ?? []
  if (written !== undefined) {
    const number = /^\d/.test(written) ? Number(written) : inChinese(written)
    return number >= 1 && number <= limits.shift ? { number } : 'unclear'
  }
  const [part] = partNames.find(([, name]) => name.test(tidy)) ?? []
  if (part) return { part }
  const withoutShift = tidy.replace(/\s+shift$/, '')
  const isNear = Object.keys(parts).some((name) => editDistance(withoutShift, name) <= 1)
  return isNear || /^[-+\d\s.,]+$|班$|^shift\b/.test(tidy) ? 'unclear' : undefined
}

/** 一 to 九十九; 0 for other texts. */
function inChinese(text: string): number {
  const [, tens, ten, ones] = /^([二三四五六七八九]?)(十)([一二三四五六七八九]?)$/.exec(text) ?? []
  if (ten) return (tens ? digits.indexOf(tens) + 1 : 1) * 10 + (ones ? digits.indexOf(ones) + 1 : 0)
  return text.length === 1 ? digits.indexOf(text) + 1 : 0
}

/** A part of the day stands for a shift if only one begins in it by the timetable of that day. */
function numberOf(facts: DutyFacts, week: WeekdayOrDate, shift: ShiftName): number | undefined {
  if ('number' in shift) return shift.number
  const weekday = 'weekday' in week ? week.weekday : shiftCalendar(facts).weekdayOn(week.date)
  const [from, until] = parts[shift.part]
  const fitting = shiftsOfWeekday(facts.term.timetable, weekday).filter(
    (hours) => from <= hours.from && hours.from < until,
  )
  return fitting.length === 1 ? fitting[0]?.shift : undefined
}

// Every weekday has an open date within this, also around long closures.
const searchDays = 400

/** The date of a shift that has not ended: today's, or the next. */
export function comingDate(days: ShiftCalendar, week: WeekdayOrDate, shift: number, now: number, zone: string) {
  if ('date' in week) return week.date
  return search(week.weekday, now, zone, 1, days, (date) => !isShiftOver(days, date, shift, now, zone))
}

/** The date of a shift that has begun: today's, or the latest before. */
export function latestDate(days: ShiftCalendar, week: WeekdayOrDate, shift: number, now: number, zone: string) {
  const begun = (date: string) => (days.hoursOf(date, shift)?.from ?? now) <= now
  if ('date' in week) return week.date <= localDate(now, zone) && begun(week.date) ? week.date : undefined
  return search(week.weekday, now, zone, -1, days, begun)
}

/** A shift without hours lasts all day. */
export function isShiftOver(days: ShiftCalendar, date: string, shift: number, now: number, zone: string): boolean {
  const hours = days.hoursOf(date, shift)
  return hours ? hours.until <= now : date < localDate(now, zone)
}

function search(
  weekday: number,
  now: number,
  zone: string,
  step: 1 | -1,
  days: ShiftCalendar,
  fits: (date: string) => boolean,
): string | undefined {
  const today = Temporal.PlainDate.from(localDate(now, zone))
  for (let i = 0; i < searchDays; i += 1) {
    const date = today.add({ days: i * step }).toString()
    if (days.weekdayOn(date) === weekday && !days.isClosed(date) && fits(date)) return date
  }
  return undefined
}
