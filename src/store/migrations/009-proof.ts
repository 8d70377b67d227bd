import type { Migration } from './migration.ts'

/** How and when people proved their identity, where their sessions are, and second factors. */
export const proof: Migration = ({ int, bytes, end }) => [
  `alter table session add column login text not null default ''`,
  `alter table session add column device text not null default ''`,
  `alter table session add column proven_at ${int}`,
  `alter table session add column proven_by text not null default ''`,
  `alter table session add column confirmed_at ${int}`,
  // It is unknown when an older session was proven; its last use is the latest possible time.
  `update session set proven_at = member_used_at where member_id is not null`,
  `alter table person add column proven_at ${int}`,
  `alter table person add column proven_by text not null default ''`,
  `update person set proven_at = (select max(member_used_at) from session where person_id = person.id)
    where member_id is not null`,
  // Where a pairing was begun, which session approved it, and whether that handed its member part over.
  `alter table code add column device text not null default ''`,
  `alter table code add column address text not null default ''`,
  `alter table code add column session ${bytes}`,
  `alter table code add column as_member ${int} not null default 0 check (as_member in (0, 1))`,
  `create table factor (
    member_id ${int} primary key references member (id),
    secret text not null,
    created_at ${int} not null,
    confirmed_at ${int},
    used_step ${int} not null default 0
  ${end}`,
  `create table recovery (
    hash ${bytes} primary key,
    member_id ${int} not null references member (id)
  ${end}`,
  `create index recovery_by_member on recovery (member_id)`,
]
