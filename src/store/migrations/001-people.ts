import type { Migration } from './migration.ts'

export const people: Migration = ({ id, int, bytes, end }) => [
  `create table member (
    id ${id},
    name text not null,
    phone text not null default '',
    stuid text not null default '',
    passwd text not null default '',
    avatar text not null default '',
    admin ${int} not null default 0 check (admin in (0, 1)),
    active ${int} not null default 1 check (active in (0, 1)),
    created_at ${int} not null,
    seen_at ${int}
  ${end}`,
  // Rosters refer to members by name, and logins by student ID. Both can be used again when a member leaves.
  `create unique index member_by_name on member (name) where active = 1`,
  `create unique index member_by_stuid on member (stuid) where active = 1 and stuid <> ''`,
  `create table person (
    id ${id},
    name text not null default '',
    phone text not null default '',
    lang text,
    member_id ${int} references member (id),
    created_at ${int} not null
  ${end}`,
  `create index person_by_member on person (member_id)`,
  `create table identity (
    provider text not null,
    subject text not null,
    person_id ${int} not null references person (id),
    created_at ${int} not null,
    primary key (provider, subject)
  ${end}`,
  `create index identity_by_person on identity (person_id)`,
  `create table session (
    hash ${bytes} primary key,
    person_id ${int} not null references person (id),
    created_at ${int} not null,
    used_at ${int} not null,
    member_id ${int} references member (id),
    member_used_at ${int}
  ${end}`,
  `create index session_by_person on session (person_id)`,
  `create index session_by_member on session (member_id)`,
  `create index session_by_use on session (used_at)`,
  `create table code (
    hash ${bytes} primary key,
    kind text not null,
    subject text not null default '',
    member_id ${int} references member (id),
    created_at ${int} not null,
    expires_at ${int} not null,
    used_at ${int},
    used_by ${int} references person (id)
  ${end}`,
  `create index code_by_member on code (member_id)`,
  `create index code_by_person on code (used_by)`,
  `create index code_by_subject on code (subject)`,
  `create index code_by_expiry on code (expires_at)`,
]
