import { useClock } from '#web/data/hooks.ts'
import type { Days } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { date } from '#web/lib/time.ts'
import { useConsoleHourWords } from './words.ts'

/** `1 Oct to 31 Oct`; without a first day the range starts at the beginning. */
export function useDaysText(): (days: Days) => string {
  const words = useConsoleHourWords()
  const lang = useLang()
  const clock = useClock()
  const day = (one: string) => date(one, lang, clock)
  return ({ from, until }) => (from ? words.fromUntil(day(from), day(until)) : words.fromBeginning(day(until)))
}
