import { useLocation, useSearch } from 'wouter'
import { duration } from '#client/duration.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { weekdayAndDate } from '#web/lib/time.ts'
import { type HoursViewState, lineQueryOf, viewAddressOf, viewStateIn } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

/** The address holds the days, the filter and the view, so that the browser's back button restores them. */
export function useHoursAddress(today: string) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const place = viewStateIn(search, today)
  const hrefOf = (change: Partial<HoursViewState>) => path + viewAddressOf({ ...place, ...change }, today)
  const change = (to: Partial<HoursViewState>) => navigate(hrefOf(to), { replace: true })
  return { ...place, hrefOf, change }
}

export type HoursAddress = ReturnType<typeof useHoursAddress>

/** Sums of all members and missing shifts. The service needs a count of at least one line. */
export const overviewOf = (days: Days) => queries.hours.list(lineQueryOf(days), { pageId: 1, count: 1 })

export const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0)

export function useDayText(): (day: string) => string {
  const lang = useLang()
  const clock = useClock()
  return (day) => weekdayAndDate(day, lang, clock)
}

/** `1 Oct to 31 Oct`; without a first day the range starts at the beginning. */
export function useDaysText(): (days: Days) => string {
  const words = useConsoleHourWords()
  const day = useDayText()
  return ({ from, until }) => (from ? words.fromUntil(day(from), day(until)) : words.fromBeginning(day(until)))
}

export function useMinutes(): (minutes: number) => string {
  const lang = useLang()
  return (minutes) => duration(minutes, lang)
}
