import { type DutyShift, daysLater, type SpecialShift } from '#client/week.ts'
import { ifOlder } from '../lib/older-service.ts'
import { api } from '../lib/session.ts'

interface Weeks {
  readonly hasRoster: boolean
  readonly list: readonly DutyShift[]
  readonly special: readonly SpecialShift[]
}

/** The shifts of this week and the one before or after; empty for an older service. */
export async function weeksWith(days: -7 | 7, clock: string): Promise<Weeks> {
  const today = clock.slice(0, 10)
  if (today === '') return { hasRoster: false, list: [], special: [] }
  const weeks = [today, daysLater(today, days)]
    .sort()
    .map((date) =>
      ifOlder<Pick<Awaited<ReturnType<typeof api.rosters.week>>, 'roster' | 'list' | 'special'>>(
        api.rosters.week({ date }),
        () => ({ roster: null, list: [], special: [] }),
      ),
    )
  const both = await Promise.all(weeks)
  return {
    hasRoster: both.some(({ roster }) => roster !== null),
    list: both.flatMap(({ list }) => list),
    special: both.flatMap(({ special }) => special),
  }
}
