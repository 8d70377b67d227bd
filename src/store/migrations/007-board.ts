import type { Migration } from './migration.ts'

/** An index of the tickets that are ready to collect, for the board. */
export const board: Migration = () => [
  'create index ticket_ready on ticket (finished_at) where open = 1 and status in (5, 6)',
]
