import type { Migration } from './migration.ts'

/** Few of all tickets can be collected at a time. */
export const board: Migration = () => [
  'create index ticket_ready on ticket (finished_at) where open = 1 and status in (5, 6)',
]
