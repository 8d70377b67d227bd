import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storedText } from '#web/lib/stored-text.ts'
import { queryClient } from './api.ts'
import { queries } from './queries.ts'

/** What everybody may know of the team, its hours, and the names of codes, as this browser last heard of them: pages that work without a network need them. */
export function useKnownTeam(): void {
  useKnown('fettle.known.team', queries.team.info().queryKey, useQuery(queries.team.info()).data)
  useKnown('fettle.known.hours', queries.duty.week().queryKey, useQuery(queries.duty.week()).data)
  useKnown('fettle.known.codes', queries.codes.all().queryKey, useQuery(queries.codes.all()).data)
}

function useKnown(name: string, key: QueryKey, heard: object | undefined): void {
  useEffect(() => {
    const stored = storedText(localStorage, name)
    if (heard) stored.set(JSON.stringify(heard))
    // As old as can be: it is asked for as soon as somebody answers.
    else queryClient.setQueryData(key, parsed(stored.get()), { updatedAt: 1 })
  }, [name, key, heard])
}

/** Written above, by these pages or by those before them. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
