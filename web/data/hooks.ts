import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CodeTables } from '#contract/codes.ts'
import { textIn } from '#contract/languages.ts'
import { useLang } from '#web/lib/language.ts'
import { ago, dateTime, dayName, dayText, teamClock, weekdayAndDate } from '#web/lib/time.ts'
import { queries } from './queries.ts'
import { useKnownToken } from './session.ts'
import { type Me, useExpiredPerson } from './session-expired.ts'

export const useTeam = () => useQuery(queries.team.info())

/** The logged-in user; `null` if there is none. */
export function useMe() {
  const token = useKnownToken()
  const awaited = useExpiredPerson()
  return useQuery({
    ...queries.me.info(token),
    ...(token === '' ? { initialData: null } : {}),
    // Pages that wait for an expired session still see its person.
    select: (user) => awaited ?? user,
  })
}

export type { Me }

/** The name of a code in the language of the page: its number if it is unknown, empty until the names are loaded. */
export function useCodeNames(): (table: keyof CodeTables, code: number) => string {
  const lang = useLang()
  const codes = useQuery(queries.codes.all())
  return (table, code) =>
    codes.data ? (codes.data[table]?.find((entry) => entry.code === code)?.name[lang] ?? String(code)) : ''
}

/** The team's own kind of a ticket, or an appliance or a computer. */
export function useKindNames(): (of: { readonly type: number; readonly kind: number }) => string {
  const lang = useLang()
  const kinds = useTeam().data?.kinds ?? []
  const codeName = useCodeNames()
  return ({ type, kind }) => {
    const own = kinds.find(({ id }) => id === kind)
    return (own && textIn(own.name, lang)) || codeName('type', type)
  }
}

export const useColleagues = () => useQuery(queries.colleagues.list()).data?.list ?? []

/** The team's time. The component renders again when the day changes. */
export function useClock(): string {
  const zone = useTeam().data?.timeZone
  const clock = () => (zone ? teamClock(Date.now(), zone) : '')
  useSyncExternalStore(everyMinute, () => clock().slice(0, 10))
  return clock()
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/** Words for timestamps in the language of the page, by the team's clock; empty until that is known. */
export function useDates() {
  const lang = useLang()
  const clock = useClock()
  const worded = (words: typeof weekdayAndDate) => (timestamp: string) => clock && words(timestamp, lang, clock)
  return {
    ago: worded(ago),
    date: worded(weekdayAndDate),
    dateTime: worded(dateTime),
    dayName: worded(dayName),
    dayText: worded(dayText),
  }
}
