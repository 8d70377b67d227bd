import type { Migration } from './migration.ts'

/** Which try holds a delivery, so that it may repeat a statement whose answer was lost; and occasions that cannot be worked out, kept. */
export const leases: Migration = ({ int }) => [
  `alter table outbox add column held_by text`,
  `alter table occasion add column set_aside_at ${int}`,
]
