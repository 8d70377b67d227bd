import type { Migration } from './migration.ts'

/** A guest who logged in otherwise and took along what they had. Not a reference: tables are copied in their order. */
export const guests: Migration = ({ int }) => [
  `alter table person add column merged_into ${int}`,
  'create index person_by_merge on person (merged_into) where merged_into is not null',
  'create index person_by_creation on person (created_at)',
]
