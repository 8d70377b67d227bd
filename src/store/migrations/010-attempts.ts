import type { Migration } from './migration.ts'

/** Counts of attempts, which all nodes share, and notices about a person's own account. */
export const attempts: Migration = ({ id, int, bytes, end }) => [
  // Counts in windows of time. The key is a hash, so that no address or account is stored.
  `create table attempt (
    key ${bytes} primary key,
    taken ${int} not null,
    began_at ${int} not null,
    until_at ${int} not null
  ${end}`,
  `create index attempt_by_end on attempt (until_at)`,
  `create table notice (
    id ${id},
    person_id ${int} not null references person (id),
    at ${int} not null,
    seen_at ${int},
    content text not null
  ${end}`,
  `create index notice_by_person on notice (person_id, id)`,
  `create index notice_by_time on notice (at)`,
]
