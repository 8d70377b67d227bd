import type { Migration } from './migration.ts'

export const tickets: Migration = ({ name, id, int, bytes, end }) => {
  // SQLite stores small rows in the index of their key (WITHOUT ROWID) if they are found only by the whole key.
  const clustered = name === 'sqlite' ? `${end}, without rowid` : end
  // Ranges of grams are compared by code point on both databases.
  const byCodePoint = name === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table ticket (
    id ${id},
    person_id ${int} not null references person (id),
    type ${int} not null,
    status ${int} not null,
    open ${int} not null check (open in (0, 1)),
    device text not null,
    device_model text not null,
    owner text not null,
    phone text not null,
    description text not null,
    accessories text not null,
    created_at ${int} not null,
    claimed_at ${int},
    finished_at ${int},
    confirmed_at ${int},
    ended_at ${int},
    forwarded_at ${int},
    scrubbed ${int} not null default 0 check (scrubbed in (0, 1))
  ${end}`,
    `create index ticket_by_person on ticket (person_id, id)`,
    `create index ticket_by_type on ticket (type, id)`,
    `create index ticket_by_status on ticket (status, id)`,
    `create index ticket_by_open on ticket (open, id)`,
    `create index ticket_by_open_type on ticket (open, type, id)`,
    `create index ticket_by_creation on ticket (created_at, id)`,
    `create index ticket_by_claim on ticket (claimed_at, created_at)`,
    `create index ticket_by_finish on ticket (finished_at, status, claimed_at)`,
    `create index ticket_by_end on ticket (scrubbed, ended_at)`,
    `create table worker (
    ticket_id ${int} not null references ticket (id),
    member_id ${int} not null references member (id),
    open ${int} not null check (open in (0, 1)),
    since ${int} not null,
    primary key (ticket_id, member_id)
  ${clustered}`,
    `create index worker_by_member on worker (member_id, ticket_id)`,
    `create index worker_by_open on worker (member_id, open, ticket_id)`,
    `create table note (
    id ${id},
    ticket_id ${int} not null references ticket (id),
    type ${int} not null,
    person_id ${int} references person (id),
    member_id ${int} references member (id),
    content text not null,
    created_at ${int} not null
  ${end}`,
    `create index note_by_ticket on note (ticket_id, id)`,
    `create index note_by_person on note (person_id, id)`,
    `create table ticket_key (
    person_id ${int} not null references person (id),
    key text not null,
    body ${bytes} not null,
    created_at ${int} not null,
    primary key (person_id, key)
  ${clustered}`,
    `create index ticket_key_by_age on ticket_key (created_at)`,
    // The number of tickets of a list in each block of ids. Level 3 is the whole list.
    `create table tally (
    list ${int} not null,
    level ${int} not null,
    block ${int} not null,
    n ${int} not null,
    primary key (list, level, block)
  ${clustered}`,
    // The tickets of a block of 1024 ids that contain a gram, two characters each.
    `create table gram (
    gram ${byCodePoint} not null,
    block ${int} not null,
    ids text not null,
    primary key (gram, block)
  ${clustered}`,
    `create table media (
    name text primary key,
    person_id ${int} not null references person (id),
    note_id ${int} references note (id),
    member_id ${int} references member (id),
    place ${int} not null default 0,
    gone ${int} not null default 0 check (gone in (0, 1)),
    created_at ${int} not null
  ${clustered}`,
    `create index media_by_note on media (note_id)`,
    `create index media_by_person on media (person_id)`,
    `create index media_by_member on media (member_id)`,
    `create index media_by_age on media (gone, created_at)`,
    // Deliveries to other systems. The sender counts its attempts.
    `create table outbox (
    id ${id},
    kind text not null,
    ref text not null,
    payload text not null,
    created_at ${int} not null,
    due_at ${int} not null,
    tries ${int} not null default 0,
    done_at ${int}
  ${end}`,
    `create unique index outbox_by_ref on outbox (kind, ref)`,
    `create index outbox_by_due on outbox (done_at, due_at)`,
  ]
}
