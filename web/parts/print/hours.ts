import type { Lang } from '#contract/languages.ts'
import { timeOfDay, weekday as weekdayName } from '#web/lib/time.ts'

interface Day {
  readonly weekday: number
  readonly open: readonly { readonly from: string; readonly until: string; readonly place: string }[]
}

/** The opening hours of a week, in few lines: days with the same hours share one (`Mon, Wed 12:00–14:00`). */
export function hoursOf(week: readonly Day[], lang: Lang): string[] {
  const days = new Map<string, string[]>()
  for (const { weekday, open } of week.toSorted((a, b) => a.weekday - b.weekday)) {
    const hours = open.map(({ from, until, place }) => {
      const times = `${timeOfDay(from)}–${timeOfDay(until)}`
      return place ? `${times} (${place})` : times
    })
    if (hours.length === 0) continue
    const text = hours.join(', ')
    days.set(text, [...(days.get(text) ?? []), weekdayName(weekday, lang, 'short')])
  }
  return [...days].map(([hours, names]) => `${names.join(lang === 'zh_CN' ? '、' : ', ')} ${hours}`)
}
