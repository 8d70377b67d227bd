import type { Migration } from './migration.ts'

/** The account that took over a guest's tickets. It is not a foreign key, because tables are copied in their order. */
export const guests: Migration = ({ int }) => [
  `alter table person add column merged_into ${int}`,
  'create index person_by_merge on person (merged_into) where merged_into is not null',
  'create index person_by_creation on person (created_at)',
]
