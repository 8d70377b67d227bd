import { useQuery } from '@tanstack/react-query'
import { api, queries } from '#web/data/api.ts'

/** A week of the roster as it really is: the one that a date is in, or this one. */
export function useWeek(date?: string) {
  return useQuery({
    queryKey: ['duty', 'week', date ?? ''],
    queryFn: ({ signal }) => api.rosters.week(date ? { date } : {}, { signal }),
  })
}

/** After leaves and counts have changed. */
export const lookAgainAtDuty = () => queries.invalidateQueries({ queryKey: ['duty'] })
