import { timeOfDay } from '#client/time.ts'
import type { Lang } from '#contract/languages.ts'

/*
 * The service's timestamps are the team's wall clock without a zone (`2026-11-15T09:30:00.000000`), and are shown as they are. WeChat on
 * Android has no `Intl`, so days have their names here.
 */
const weekdays: Readonly<Record<Lang, readonly string[]>> = {
  zh_CN: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en_US: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const near: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  zh_CN: { '-1': '昨天', '0': '今天', '1': '明天' },
  en_US: { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' },
}

const dayMs = 24 * 60 * 60 * 1000
const midnight = (timestamp: string) => Date.parse(`${timestamp.slice(0, 10)}T00:00:00Z`)

/** `Mon`, or `周一`. */
export function weekday(timestamp: string, lang: Lang): string {
  return weekdays[lang][new Date(midnight(timestamp)).getUTCDay()] ?? ''
}

/** `today`, or `Mon 16 Nov`; the year where it is another one than on the team's clock. */
export function dayText(timestamp: string, lang: Lang, clock: string): string {
  const close = clock && near[lang][String((midnight(timestamp) - midnight(clock)) / dayMs)]
  if (close) return close
  const [year = '', month = '', date = ''] = timestamp.slice(0, 10).split('-')
  const other = clock && clock.slice(0, 4) !== year
  if (lang === 'zh_CN')
    return `${other ? `${year} 年 ` : ''}${Number(month)} 月 ${Number(date)} 日 ${weekday(timestamp, lang)}`
  return `${weekday(timestamp, lang)} ${Number(date)} ${months[Number(month) - 1]}${other ? ` ${year}` : ''}`
}

/** `today 09:30`. */
export function dateTime(timestamp: string, lang: Lang, clock: string): string {
  return timestamp ? `${dayText(timestamp, lang, clock)} ${timeOfDay(timestamp)}` : ''
}

/** The same as `day`, to begin a line with: `Today`. */
export function dayName(timestamp: string, lang: Lang, clock: string): string {
  const name = dayText(timestamp, lang, clock)
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
