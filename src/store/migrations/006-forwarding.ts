import type { Migration } from './migration.ts'

export const forwarding: Migration = ({ name, int, end }) => {
  const random = name === 'sqlite' ? `lower(hex(randomblob(5)))` : `substr(md5(gen_random_uuid()::text), 1, 10)`
  return [
    // Rows of one lane are delivered one after the other. A worker holds a row for a while; the number of tries shows
    // whether it still holds it. States: 0 waits, 1 is stuck until an administrator acts, 2 is done.
    `drop index outbox_by_ref`,
    `drop index outbox_by_due`,
    `alter table outbox rename column ref to lane`,
    `alter table outbox add column state ${int} not null default 0`,
    `alter table outbox add column held_until ${int}`,
    `alter table outbox add column since ${int}`,
    `alter table outbox add column trouble text`,
    `create index outbox_by_due on outbox (state, due_at)`,
    `create index outbox_by_state on outbox (state, id)`,
    `create index outbox_by_lane on outbox (lane, id)`,
    `create index outbox_by_end on outbox (done_at)`,
    // The number of a forwarded ticket in the external system that `system` names.
    `create table remote (
    ticket_id ${int} primary key references ticket (id),
    system text not null,
    remote_id text not null,
    url text
  ${end}`,
    // Makes our references differ from those of any other Fettle that forwards to the same system.
    `create table instance (
    id ${int} primary key check (id = 1),
    name text not null
  ${end}`,
    `insert into instance (id, name) values (1, ${random})`,
  ]
}
