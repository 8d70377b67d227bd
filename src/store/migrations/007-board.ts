import type { Migration } from './migration.ts'

/** What can be taken back is few, among all that ever was repaired. */
export const board: Migration = () => [
  'create index ticket_ready on ticket (finished_at) where open = 1 and status in (5, 6)',
]
