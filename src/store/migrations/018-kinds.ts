import type { Migration } from './migration.ts'

/** A ticket may have one of the team's own kinds. */
export const kinds: Migration = ({ int }) => [`alter table ticket add column kind ${int}`]
