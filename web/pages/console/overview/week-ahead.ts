import { useQuery } from '@tanstack/react-query'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { teamClock } from '#web/lib/time.ts'
import { comingGaps } from './gaps.ts'

const dayMs = 86_400_000

export function useWeekAhead() {
  const team = useTeam()
  const clock = (days: number) => (team.data ? teamClock(Date.now() + days * dayMs, team.data.timeZone) : '')
  const weeks = useQuery({
    ...queries.rosters.weeks(clock(0).slice(0, 10), clock(7).slice(0, 10)),
    enabled: team.data !== undefined,
  })
  return { clock, weeks, gaps: comingGaps(weeks.data ?? [], clock(0), clock(7)) }
}
