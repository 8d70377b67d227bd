import type { Migration } from './migration.ts'

/** The bench to which a visitor is called. */
export const bench: Migration = () => [`alter table visit add column bench text not null default ''`]
