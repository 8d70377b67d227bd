import { useQuery } from '@tanstack/react-query'
import { useTeamPlace } from '#web/components/TeamPlace.tsx'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { hoursLinesOf } from './opening-hours.ts'

export type Letterhead = ReturnType<typeof useLetterhead>

/** The team's details on paper, in the language of the page; after `useKnownTeam` also without a network. */
export function useLetterhead() {
  const lang = useLang()
  const team = useTeam().data
  const week = useQuery(queries.duty.week()).data
  const codeName = useCodeNames()
  return {
    team: team?.name ?? '',
    url: team?.url || location.origin,
    place: useTeamPlace().text,
    hours: hoursLinesOf(week?.list ?? [], lang),
    accessory: (code: number) => codeName('accessory', code) || String(code),
  }
}
