import { useSyncExternalStore } from 'react'
import { useTeam } from './api.ts'
import { teamClock } from '#web/lib/time.ts'

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
