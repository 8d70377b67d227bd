import type { Client } from '#contract/client.ts'

export type RosterWeek = Awaited<ReturnType<Client['rosters']['week']>>
export type RosterShift = RosterWeek['list'][number]

/** Timestamps are wall clock texts, so they compare as text. */
export function comingGaps(weeks: readonly RosterWeek[], clock: string, end: string): RosterShift[] {
  return weeks
    .flatMap(({ list }) => list)
    .filter(({ gaps, from, until }) => gaps.length > 0 && from !== '' && until > clock && from < end)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}
