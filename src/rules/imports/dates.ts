import { dateOfSerial } from '#kit/tables/serial-date.ts'
import type { Cell } from '#kit/tables/table.ts'
import { normalizedText } from './normalize.ts'

export type DateOrder = 'day_first' | 'month_first'

export type DateResult =
  | { readonly date: string; readonly time?: string }
  | { readonly flaw: 'not_a_date' | 'unclear_date' }

const notADate = { flaw: 'not_a_date' } as const
const unclear = { flaw: 'unclear_date' } as const

/** The day and time of day in a cell; `undefined` if it is empty. Ambiguous dates are refused, not guessed. */
export function readDate(cell: Cell, order?: DateOrder): DateResult | undefined {
  if (cell === undefined) return undefined
  if (typeof cell === 'boolean') return notADate
  if (typeof cell === 'number') return ofNumber(cell)
  if (typeof cell === 'object') return 'formula' in cell ? readDate(cell.value, order) : split(cell.date)
  const text = normalizedText(cell)
  if (text === '') return undefined
  return /^\d+(?:\.\d+)?$/.test(text) && !/^\d{1,2}\.\d{1,2}$/.test(text) ? ofNumber(Number(text)) : ofText(text, order)
}

/** A date cell of a spreadsheet: `2026-03-01` or `2026-03-01T09:30`. */
function split(text: string): DateResult {
  const [date = '', time] = text.split('T')
  if (date === '') return notADate
  return time === undefined ? { date } : { date, time }
}

/** The serial dates of 2000 to 2099. In a column of dates, no other number has five digits. */
const firstSerial = 36_526
const lastSerial = 73_050

function ofNumber(number: number): DateResult {
  if (number >= firstSerial && number <= lastSerial) return split(dateOfSerial(number, false) ?? '')
  const [, year = '', month = '', day = '', hour, minute] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(?:\d\d)?)?$/.exec(String(number)) ?? []
  if (year !== '') return dated(year, month, day, hour === undefined ? undefined : clock(Number(hour), Number(minute)))
  // In 260301, any of the three parts may be the year.
  return /^\d{6}$/.test(String(number)) ? unclear : notADate
}

const weekday =
  /[(（]?(?:星期|礼拜|周)[一二三四五六日天][)）]?|\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\b[.,]?/gi
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?'
const between = '[\\s,/-]+'

const yearFirst = /^(\d{4}|\d\d(?=年))\s*([-/.年])\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)\s*[日号]?/
const yearLast = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{1,2})(?!\d)/
const dayMonthYear = new RegExp(`^${dayNumber}(?: of)?${between}${monthName}${between}(\\d{4}|\\d\\d)(?!\\d)`, 'i')
const monthDayYear = new RegExp(`^${monthName}${between}${dayNumber}${between}(\\d{4})(?!\\d)`, 'i')
const yearMonthDay = new RegExp(`^(\\d{4})${between}${monthName}${between}${dayNumber}(?!\\d)`, 'i')

function ofText(written: string, order: DateOrder | undefined): DateResult {
  const text = inFigures(written).replaceAll(weekday, ' ').replaceAll(/\s+/g, ' ').trim()
  const year = yearFirst.exec(text)
  if (year) return withTime(text, year, [fullYear(year[1]), year[3], year[4]])
  const numbers = yearLast.exec(text)
  if (numbers) return ofNumbers(text, numbers, order)
  const named = dayMonthYear.exec(text)
  if (named) return withTime(text, named, [fullYear(named[3]), monthOf(named[2]), named[1]])
  const american = monthDayYear.exec(text)
  if (american) return withTime(text, american, [american[3], monthOf(american[1]), american[2]])
  const sorted = yearMonthDay.exec(text)
  return sorted ? withTime(text, sorted, [sorted[1], monthOf(sorted[2]), sorted[3]]) : notADate
}

type Parts = readonly [year: string | undefined, month: string | undefined, day: string | undefined]

/** In 3/1/2026, a number above 12 or the chosen order tells day and month apart. */
function ofNumbers(text: string, match: RegExpExecArray, order: DateOrder | undefined): DateResult {
  const [, first = '', separator, second = '', last = ''] = match
  // 26-3-1 may begin with its year, unless it has slashes and the order was chosen.
  if (last.length < 4 && (last.length === 1 || order === undefined || separator === '-')) return unclear
  const year = fullYear(last)
  const dayFirst: Parts = [year, second, first]
  const monthFirst: Parts = [year, first, second]
  if (Number(first) > 12) return withTime(text, match, dayFirst)
  if (Number(second) > 12) return withTime(text, match, monthFirst)
  if (Number(first) === Number(second) || order === 'day_first') return withTime(text, match, dayFirst)
  return order === 'month_first' ? withTime(text, match, monthFirst) : unclear
}

/** A recognised date with the time after it. */
function withTime(text: string, match: RegExpExecArray, [year = '', month = '', day = '']: Parts): DateResult {
  const rest = text.slice(match[0].length).replace(/^[\sT,，]+/i, '')
  if (rest === '') return dated(year, month, day, undefined)
  const time = timeIn(rest)
  return time === undefined ? notADate : dated(year, month, day, time === '' ? undefined : time)
}

const partOfDay = '(凌晨|早上|清晨|上午|中午|下午|午后|傍晚|晚上|夜里|晚|早)?'
const clockTime = new RegExp(
  `^${partOfDay}\\s*(?:(\\d{1,2})\\s*(?:[:点时]\\s*(?:(\\d{1,2})(?!\\d)|半)?)?\\s*分?(?::\\d\\d(?:\\.\\d+)?)?\\s*(?:(am|pm|a\\.m\\.|p\\.m\\.)(?![a-z]))?)?\\s*(?:z|(?:gmt|utc)(?:[+-]\\d{1,2}(?::?\\d\\d)?)?|\\+\\d\\d:?\\d\\d)?$`,
  'i',
)

/** A time of day; empty for a mere part of the day, `undefined` for other texts. */
function timeIn(text: string): string | undefined {
  const match = clockTime.exec(text)
  if (!match) return undefined
  const [, part = '', hours, minutes, half = ''] = match
  if (hours === undefined) return part === '' ? undefined : ''
  if (part === '' && half === '' && !/[:点时]/.test(text)) return undefined
  const hour = Number(hours)
  const late = /^(?:下午|午后|傍晚|晚上|夜里|晚|p)/i.test(part || half) || (part === '中午' && hour < 11)
  const early = /^(?:凌晨|早|清晨|上午|a)/i.test(part || half)
  return clock(
    (late && hour < 12 ? 12 : 0) + (early && hour === 12 ? 0 : hour),
    text.includes('半') ? 30 : Number(minutes ?? 0),
  )
}

/** A time of day; `wrong` makes the date invalid. */
function clock(hour: number, minute: number): string {
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : 'wrong'
}

function dated(year: string, month: string, day: string, time: string | undefined): DateResult {
  const date = `${year}-${two(Number(month))}-${two(Number(day))}`
  if (time === 'wrong' || Number(year) < 1900 || Number(year) > 2199 || !exists(date)) return notADate
  return time === undefined ? { date } : { date, time }
}

function exists(date: string): boolean {
  try {
    return Temporal.PlainDate.from(date).toString() === date
  } catch {
    return false
  }
}

const two = (number: number) => String(number).padStart(2, '0')
const monthOf = (name = '') => String(monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1)
const fullYear = (year = '') => (year.length === 2 ? `20${year}` : year)

const figures = '〇一二三四五六七八九'

/** 二〇二六年三月十五日 as 2026年3月15日. */
function inFigures(text: string): string {
  return text
    .replaceAll('零', '〇')
    .replace(/^[〇一二三四五六七八九]{4}(?=年)/, (year) => [...year].map((one) => figures.indexOf(one)).join(''))
    .replaceAll(
      /([一二三]?)(十?)([一二三四五六七八九]?)(?=[月日号])/g,
      (all, tens: string, ten: string, ones: string) => {
        if (all === '') return ''
        const before = ten === '' ? 0 : 10 * (tens === '' ? 1 : figures.indexOf(tens))
        const after = ones === '' ? 0 : figures.indexOf(ones)
        return String(before + after + (ten === '' && tens !== '' && ones === '' ? figures.indexOf(tens) : 0))
      },
    )
}
