import { limits } from '#contract/fields.ts'
import { isDate, localDate } from '#kit/time.ts'
import type { Days } from './shifts.ts'

/** What somebody meant by a weekday, or by a date. */
export type Week = { readonly weekday: number } | { readonly date: string }

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const digits = '一二三四五六日'

/** `1` to `7`, 周一, 星期一, 礼拜一, Monday, Mon, or a date; nothing if it is something else. */
export function readWeek(text: string): Week | undefined {
  const tidy = text.trim().toLowerCase()
  if (/^[1-7]$/.test(tidy)) return { weekday: Number(tidy) }
  const [, digit] = /^(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])$/.exec(tidy) ?? []
  if (digit) return { weekday: digit === '天' ? 7 : digits.indexOf(digit) + 1 }
  const named = names.findIndex((name) => tidy === name || tidy === name.slice(0, 3))
  if (named >= 0) return { weekday: named + 1 }
  return /^\d{4}-\d{2}-\d{2}$/.test(tidy) && isDate(tidy) ? { date: tidy } : undefined
}

/** `1` or 第1班; nothing if it is something else. */
export function readShift(text: string): number | undefined {
  const [, number] = /^(?:第\s*)?([1-9]\d*)\s*班?$/.exec(text.trim()) ?? []
  return number && Number(number) <= limits.shift ? Number(number) : undefined
}

// A weekday comes round within this, whatever is closed between.
const searchDays = 400

/** The date of a shift that is not over yet: today's while it lasts, else the next. */
export function comingDate(days: Days, week: Week, shift: number, now: number, zone: string): string | undefined {
  if ('date' in week) return week.date
  return search(week.weekday, now, zone, 1, days, (date) => !isOver(days, date, shift, now, zone))
}

/** The date of a shift that has begun: today's once it has, else the latest before. */
export function latestDate(days: Days, week: Week, shift: number, now: number, zone: string): string | undefined {
  if ('date' in week) return week.date
  return search(week.weekday, now, zone, -1, days, (date) => (days.hoursOf(date, shift)?.from ?? now) <= now)
}

/** Whether a shift is in the past. One without hours lasts all day. */
export function isOver(days: Days, date: string, shift: number, now: number, zone: string): boolean {
  const hours = days.hoursOf(date, shift)
  return hours ? hours.until <= now : date < localDate(now, zone)
}

function search(
  weekday: number,
  now: number,
  zone: string,
  step: 1 | -1,
  days: Days,
  fits: (date: string) => boolean,
): string | undefined {
  const today = Temporal.PlainDate.from(localDate(now, zone))
  for (let i = 0; i < searchDays; i += 1) {
    const date = today.add({ days: i * step }).toString()
    if (days.weekdayOn(date) === weekday && !days.isClosed(date) && fits(date)) return date
  }
  return undefined
}
