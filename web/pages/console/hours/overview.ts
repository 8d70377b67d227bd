import { queries } from '#web/data/queries.ts'
import type { Days } from './days.ts'
import { lineQueryOf } from './view-address.ts'

/** What these days have, whatever the filter: everybody's sums and who is missing. One line is asked for, because none cannot be. */
export const overviewOf = (days: Days) => queries.hours.list(lineQueryOf(days), { pageId: 1, count: 1 })
