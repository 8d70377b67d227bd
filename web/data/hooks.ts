import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CodeTables } from '#contract/codes.ts'
import { textIn } from '#contract/languages.ts'
import { useLang } from '#web/lib/language.ts'
import { teamClock } from '#web/lib/time.ts'
import { queries } from './queries.ts'
import { useKnownToken } from './session.ts'
import { type Me, useExpiredPerson } from './session-expired.ts'

export const useTeam = () => useQuery(queries.team.info())

/** Who is logged in here, and as what; `null` if nobody is. */
export function useMe() {
  const token = useKnownToken()
  const awaited = useExpiredPerson()
  return useQuery({
    ...queries.me.info(token),
    // Without a token there is nobody to ask for.
    ...(token === '' ? { initialData: null } : {}),
    // For its pages whoever is waited for is still here.
    select: (user) => awaited ?? user,
  })
}

export type { Me }

/** The name of a code, such as a ticket's status, in the language of the page: its number if it is unknown, nothing until it is loaded. */
export function useCodeNames(): (table: keyof CodeTables, code: number) => string {
  const lang = useLang()
  const codes = useQuery(queries.codes.all())
  return (table, code) =>
    codes.data ? (codes.data[table]?.find((entry) => entry.code === code)?.name[lang] ?? String(code)) : ''
}

/** What a ticket is of: one of the team's own kinds, or an appliance or a computer. */
export function useKindNames(): (of: { readonly type: number; readonly kind: number }) => string {
  const lang = useLang()
  const kinds = useTeam().data?.kinds ?? []
  const codeName = useCodeNames()
  return ({ type, kind }) => {
    const own = kinds.find(({ id }) => id === kind)
    return (own && textIn(own.name, lang)) || codeName('type', type)
  }
}

/** Whom a ticket or a shift can be given to; nobody until it is known. */
export const useColleagues = () => useQuery(queries.colleagues.list()).data?.list ?? []

/** What the team's clock shows. A page that is left open hears when the day turns, and what was today is yesterday. */
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
