import { timeOfDay } from '#client/time.ts'
import { weekWords } from '#client/words/week.ts'
import type { duty } from '#contract/duty/duty.ts'
import type { Output } from '#contract/endpoint.ts'
import { language, textsOf } from '../../lib/language.ts'
import { dayText, weekday } from '../../lib/time.ts'

type Day = Output<(typeof duty)['week']>['list'][number]

export interface DayHours {
  readonly date: string
  readonly name: string
  readonly open: readonly string[]
  /** The text for a day without hours. */
  readonly none: string
}

/** The opening hours of seven days from today; empty for a team that has none. */
export function weekOf(list: readonly Day[]): DayHours[] {
  if (!list.some(({ open, closed }) => open.length > 0 || closed)) return []
  const lang = language.current()
  return list.map(({ date, open, closed }, place) => ({
    date,
    name: [weekday(date, lang), place === 0 && dayText(date, lang, date)].filter(Boolean).join(' · '),
    open: open.map((hours) => [hoursText(hours), hours.place].filter(Boolean).join(' ')),
    none: open.length > 0 ? '' : closed || textsOf(weekWords).none,
  }))
}

/** `09:00–12:00`; an end on another day names it. */
export function hoursText({ from, until }: { readonly from: string; readonly until: string }): string {
  if (!until) return timeOfDay(from)
  const day = until.slice(0, 10) === from.slice(0, 10) ? '' : `${dayText(until, language.current(), from)} `
  return `${timeOfDay(from)}–${day}${timeOfDay(until)}`
}
