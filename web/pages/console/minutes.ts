import { duration } from '#web/lib/duration.ts'
import { useLang } from '#web/lib/language.ts'

/** Minutes as people say them, in the language of the page. */
export function useMinutes(): (minutes: number) => string {
  const lang = useLang()
  return (minutes) => duration(minutes, lang)
}
