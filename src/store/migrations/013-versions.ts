import type { Migration } from './migration.ts'

/** Each change to a member or to the settings counts a version up, and it is written down in which one each field was changed last. */
export const versions: Migration = ({ int }) => [
  `alter table member add column version ${int} not null default 1`,
  `alter table member add column versions text not null default '{}'`,
  `alter table setting add column versions text not null default '{}'`,
]
