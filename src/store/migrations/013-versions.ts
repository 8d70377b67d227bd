import type { Migration } from './migration.ts'

/** Each change to a member or to the settings increments a version. `versions` has the version in which each field last changed. */
export const versions: Migration = ({ int }) => [
  `alter table member add column version ${int} not null default 1`,
  `alter table member add column versions text not null default '{}'`,
  `alter table setting add column versions text not null default '{}'`,
]
