import { useQuery } from '@tanstack/react-query'
import { api, queries, useTeam } from '../../../api.ts'
import { teamClock } from '../../../time.ts'

/** A week of the roster as it really is: the one that a date is in, or this one. */
export function useWeek(date?: string) {
  return useQuery({
    queryKey: ['duty', 'week', date ?? ''],
    queryFn: ({ signal }) => api.rosters.week(date ? { date } : {}, { signal }),
  })
}

/** After leaves and counts have changed. */
export const lookAgainAtDuty = () => queries.invalidateQueries({ queryKey: ['duty'] })

/** What the team's clock shows. */
export function useClock(): string {
  const team = useTeam()
  return team.data ? teamClock(Date.now(), team.data.timeZone) : ''
}
