import type { Migration } from './migration.ts'

/** The attempt that holds the lease of a delivery, so that it can repeat a statement whose answer was lost; and failing occasions that were set aside. */
export const leases: Migration = ({ int }) => [
  `alter table outbox add column held_by text`,
  `alter table occasion add column set_aside_at ${int}`,
]
