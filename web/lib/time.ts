import { timeOfDay } from '#client/time.ts'
import type { Lang } from '#contract/languages.ts'
import { dateTags, formatDate } from '#contract/words/dates.ts'

export { timeOfDay }

/** Timestamps are the team's wall clock without a zone; handled as UTC, so that the browser's zone has no effect. */
function instant(timestamp: string): number {
  return Date.parse(timestamp.length === 10 ? timestamp : `${timestamp.slice(0, 19)}Z`)
}

export function teamClock(now: number, zone: string): string {
  const parts = formatter('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}.000000`
}

/** `today 09:30`, or `15 Nov 2026, 09:30`; without the year if it is the current one. */
export function dateTime(timestamp: string, lang: Lang, clock: string): string {
  const near = nearby(timestamp, lang, clock)
  if (near) return `${near} ${timeOfDay(timestamp)}`
  return format(timestamp, lang, { ...dayOf(timestamp, clock), hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** `yesterday`, `today`, `tomorrow` by the team's clock, and any other day by its date. */
export function dayText(timestamp: string, lang: Lang, clock: string): string {
  return nearby(timestamp, lang, clock) ?? weekdayAndDate(timestamp, lang, clock)
}

export function dayName(timestamp: string, lang: Lang, clock: string): string {
  const name = dayText(timestamp, lang, clock)
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

const ages = {
  zh_CN: { now: '刚刚', minutes: '分钟前', hours: '小时前', day: '天前', days: '天前' },
  en_US: { now: 'just now', minutes: 'min ago', hours: 'h ago', day: 'day ago', days: 'days ago' },
} as const satisfies Readonly<Record<Lang, unknown>>

/** `just now`, `5 min ago`, `3 days ago`, by the team's clock. */
export function ago(timestamp: string, lang: Lang, clock: string): string {
  const minutes = Math.max(0, (instant(clock) - instant(timestamp)) / 60_000)
  const units = ages[lang]
  if (minutes < 1) return units.now
  if (minutes < 60) return `${Math.floor(minutes)} ${units.minutes}`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} ${units.hours}`
  const days = Math.floor(minutes / (24 * 60))
  return `${days} ${days === 1 ? units.day : units.days}`
}

/** `Sun 15 Nov`, of a date or a timestamp. */
export function weekdayAndDate(timestamp: string, lang: Lang, clock: string): string {
  return format(timestamp, lang, { ...dayOf(timestamp, clock), weekday: 'short' })
}

/** `Sunday 15 November`, of a date or a timestamp. */
export function fullDate(timestamp: string, lang: Lang): string {
  return format(timestamp, lang, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** `7 September 2026`, of a date or a timestamp: for paper, on which this year does not stay this year. */
export function longDate(timestamp: string, lang: Lang): string {
  return format(timestamp.slice(0, 10), lang, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `Monday` for 1, as the interface counts. */
export function weekday(number: number, lang: Lang, width: 'long' | 'short' = 'long'): string {
  // 1 January 2024 was a Monday.
  return formatter(dateTags[lang], { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, number))
}

/** `3 Aug`, of a date or a timestamp. */
export function shortDate(day: string, lang: Lang): string {
  return format(day.slice(0, 10), lang, { day: 'numeric', month: 'short' })
}

/** `Aug` or `August 2026`. */
export function monthOf(day: string, lang: Lang, width: 'long' | 'short'): string {
  const year: Intl.DateTimeFormatOptions = width === 'long' ? { year: 'numeric' } : {}
  return format(day.slice(0, 10), lang, { month: width, ...year })
}

function nearby(timestamp: string, lang: Lang, clock: string): string | undefined {
  const days = (Date.parse(timestamp.slice(0, 10)) - Date.parse(clock.slice(0, 10))) / 86_400_000
  if (!(Math.abs(days) <= 1)) return undefined
  return new Intl.RelativeTimeFormat(dateTags[lang], { numeric: 'auto' }).format(days, 'day')
}

function dayOf(timestamp: string, clock: string): Intl.DateTimeFormatOptions {
  const sameYear = timestamp.slice(0, 4) === clock.slice(0, 4)
  return { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }
}

function format(timestamp: string, lang: Lang, options: Intl.DateTimeFormatOptions): string {
  return formatDate(formatter(dateTags[lang], { ...options, timeZone: 'UTC' }), instant(timestamp))
}

/** The first use of Intl takes a cheap phone a tenth of a second. */
export function prepareFormats(lang: Lang): void {
  weekday(1, lang)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is slow on a cheap phone. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options)
  formatters.set(key, made)
  return made
}
