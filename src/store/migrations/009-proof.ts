import type { Migration } from './migration.ts'

/** How and when people proved their identity, the devices of their sessions, and second factors. */
export const proof: Migration = ({ int, bytes, end }) => [
  `alter table session add column login text not null default ''`,
  `alter table session add column device text not null default ''`,
  `alter table session add column proven_at ${int}`,
  `alter table session add column proven_by text not null default ''`,
  `alter table session add column confirmed_at ${int}`,
  // The time of the proof of an older session is unknown; its last use is the latest possible time.
  `update session set proven_at = member_used_at where member_id is not null`,
  `alter table person add column proven_at ${int}`,
  `alter table person add column proven_by text not null default ''`,
  `update person set proven_at = (select max(member_used_at) from session where person_id = person.id)
    where member_id is not null`,
  // The device that began a pairing, the session that approved it, and whether that session also gave its membership.
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
