import { duration } from '#client/duration.ts'
import { useLang } from '#web/lib/language.ts'

export function useMinutes(): (minutes: number) => string {
  const lang = useLang()
  return (minutes) => duration(minutes, lang)
}
