import type { Migration } from './migration.ts'

export const duty: Migration = ({ id, int, bytes, end }) => [
  `create table roster (
    id ${id},
    name text not null,
    slots text not null,
    version ${int} not null default 1,
    created_at ${int} not null
  ${end}`,
  // One row. Every change that concerns the situation increases the version, which other nodes watch and which
  // serialises such changes. The head count is the last correction; an older one never counts again.
  `create table duty (
    id ${int} primary key check (id = 1),
    version ${int} not null,
    changed_at ${int},
    roster_id ${int} references roster (id),
    head_count ${int},
    head_count_at ${int},
    head_count_after ${int}
  ${end}`,
  `insert into duty (id, version) values (1, 1)`,
  `create table situation (
    id ${id},
    at ${int} not null,
    member_id ${int} not null references member (id),
    duty text not null,
    head_count ${int},
    place text not null,
    reason text not null,
    recover text not null,
    starts_at ${int},
    ends_at ${int},
    other_time text not null,
    over_at ${int}
  ${end}`,
  `create index situation_standing on situation (id) where over_at is null`,
  // A week or shift that could not be read is stored as text, without date and number, and has no effect.
  `create table absence (
    id ${id},
    member_id ${int} not null references member (id),
    week text not null,
    shift text not null,
    date text,
    number ${int},
    reason text not null,
    substitute_id ${int} references member (id),
    taken_at ${int},
    created_at ${int} not null
  ${end}`,
  `create unique index absence_of_shift on absence (member_id, date, number) where date is not null`,
  `create unique index absence_as_written on absence (member_id, week, shift) where date is null`,
  `create index absence_by_date on absence (date, number)`,
  `create index absence_by_substitute on absence (substitute_id)`,
  `create table conclusion (
    id ${id},
    member_id ${int} not null references member (id),
    week text not null,
    shift text not null,
    date text,
    number ${int},
    content text not null,
    created_at ${int} not null
  ${end}`,
  `create unique index conclusion_of_shift on conclusion (member_id, date, number) where date is not null`,
  `create unique index conclusion_as_written on conclusion (member_id, week, shift) where date is null`,
  `create table feed (
    member_id ${int} primary key references member (id),
    hash ${bytes} not null,
    created_at ${int} not null
  ${end}`,
  `create unique index feed_by_hash on feed (hash)`,
]
