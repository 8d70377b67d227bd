import { useTeam } from '../api.ts'
import { useLang } from '../language.ts'
import { date, dateTime, teamClock } from '../time.ts'

/** A timestamp of the service's, for people. */
export function Time({ at, only }: { at: string; only?: 'date' }) {
  const lang = useLang()
  const team = useTeam()
  const clock = team.data ? teamClock(Date.now(), team.data.timeZone) : ''
  return (
    <time dateTime={at.slice(0, 19)} style={{ whiteSpace: 'nowrap' }}>
      {only === 'date' ? date(at, lang, clock) : dateTime(at, lang, clock)}
    </time>
  )
}
