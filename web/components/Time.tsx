import { useClock } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { ago, dateTime, dayText, timeOfDay, weekdayAndDate } from '#web/lib/time.ts'

/** A timestamp of the service's, for people. What is printed has the `date`: on paper today does not stay today. */
export function Time({ at, only }: { at: string; only?: 'day' | 'date' | 'time' }) {
  const lang = useLang()
  const clock = useClock()
  const worded = { day: dayText, date: weekdayAndDate, time: timeOfDay, both: dateTime }[only ?? 'both']
  return (
    <time dateTime={at.slice(0, 19)} style={{ display: 'inline-block' }}>
      {worded(at, lang, clock)}
    </time>
  )
}

/** `5 min ago`, with the exact time as a title. */
export function Age({ of }: { of: string }) {
  const lang = useLang()
  const clock = useClock()
  return (
    <time dateTime={of.slice(0, 19)} title={dateTime(of, lang, clock)} style={{ whiteSpace: 'nowrap' }}>
      {clock && ago(of, lang, clock)}
    </time>
  )
}
