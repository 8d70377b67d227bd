import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storedText } from '#web/lib/stored-text.ts'
import { queryClient } from './api.ts'
import { queries } from './queries.ts'

/** Keeps the team's public data, hours and code names in the browser, for pages that work without a network. */
export function useKnownTeam(): void {
  useKnown('fettle.known.team', queries.team.info().queryKey, useQuery(queries.team.info()).data)
  useKnown('fettle.known.hours', queries.duty.week().queryKey, useQuery(queries.duty.week()).data)
  useKnown('fettle.known.codes', queries.codes.all().queryKey, useQuery(queries.codes.all()).data)
}

function useKnown(name: string, key: QueryKey, heard: object | undefined): void {
  useEffect(() => {
    const stored = storedText(localStorage, name)
    if (heard) stored.set(JSON.stringify(heard))
    // Marks the data as old, so that it is loaded as soon as the service answers.
    else queryClient.setQueryData(key, parsed(stored.get()), { updatedAt: 1 })
  }, [name, key, heard])
}

/** Stored by this or an earlier version of the pages. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
