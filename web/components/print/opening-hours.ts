import type { Lang } from '#contract/languages.ts'
import { timeOfDay, weekday as weekdayName } from '#web/lib/time.ts'

interface Day {
  readonly weekday: number
  readonly open: readonly { readonly from: string; readonly until: string; readonly place: string }[]
}

export interface HoursLine {
  readonly days: string
  readonly times: readonly string[]
}

/** The opening hours of a week: days with the same hours share a line (`Mon, Wed 12:00–14:00`). */
export function hoursLinesOf(week: readonly Day[], lang: Lang): HoursLine[] {
  const lines = new Map<string, { names: string[]; times: string[] }>()
  for (const { weekday, open } of week.toSorted((a, b) => a.weekday - b.weekday)) {
    const times = open.map(({ from, until, place }) => {
      const time = `${timeOfDay(from)}–${timeOfDay(until)}`
      return place ? `${time} (${place})` : time
    })
    if (times.length === 0) continue
    const line = lines.get(times.join()) ?? { names: [], times }
    line.names.push(weekdayName(weekday, lang, 'short'))
    lines.set(times.join(), line)
  }
  return [...lines.values()].map(({ names, times }) => ({ days: names.join(lang === 'zh_CN' ? '、' : ', '), times }))
}
