import { useQuery } from '@tanstack/react-query'
import { usePlace } from '#web/components/Place.tsx'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { type Hours, hoursOf } from './hours.ts'

export interface Letterhead {
  readonly team: string
  readonly url: string
  readonly place: string
  readonly hours: readonly Hours[]
  /** The name of something that came with a device. */
  readonly accessory: (code: number) => string
}

/** What stands on paper about the team, in the language of the page. On a page that calls `useKnownTeam` it is known without a network, too. */
export function useLetterhead(): Letterhead {
  const lang = useLang()
  const team = useTeam().data
  const week = useQuery(queries.duty.week()).data
  const codeName = useCodeNames()
  return {
    team: team?.name ?? '',
    url: team?.url || location.origin,
    place: usePlace().text,
    hours: hoursOf(week?.list ?? [], lang),
    accessory: (code) => codeName('accessory', code) || String(code),
  }
}
