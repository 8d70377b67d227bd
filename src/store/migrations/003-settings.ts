import type { Migration } from './migration.ts'

/** One row: the changed settings as JSON, and a version that every change increases, so that other nodes notice. */
export const settings: Migration = ({ int, end }) => [
  `create table setting (
    id ${int} primary key check (id = 1),
    version ${int} not null,
    value text not null
  ${end}`,
  `insert into setting (id, version, value) values (1, 1, '{}')`,
]
