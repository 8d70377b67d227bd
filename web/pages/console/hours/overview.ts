import { queries } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { lineQueryOf } from './view-address.ts'

/**
 * Sums of all members and missing shifts, independent of the filter. The service needs a count of at least one line.
 */
export const overviewOf = (days: Days) => queries.hours.list(lineQueryOf(days), { pageId: 1, count: 1 })

export const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0)
