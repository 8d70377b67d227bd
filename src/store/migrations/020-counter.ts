import type { Migration } from './migration.ts'

/** The counter: visitors without an account, where each device is, and the queue of a repair day. */
export const counter: Migration = ({ name, id, int, bytes, end }) => {
  const keyed = name === 'sqlite' ? `${end}, without rowid` : end
  return [
    // The member who took in a visitor's ticket, and its receipt: the same receipt again is the same ticket.
    `create table intake (
    ticket_id ${int} primary key references ticket (id),
    member_id ${int} not null references member (id),
    hash ${bytes} not null,
    created_at ${int} not null,
    adopted_at ${int}
  ${end}`,
    `create unique index intake_by_hash on intake (hash)`,
    // A visitor's receipt, in place of an account: the hash of the secret on paper.
    `create table receipt (
    ticket_id ${int} primary key references ticket (id),
    hash ${bytes} not null,
    created_at ${int} not null
  ${end}`,
    `create unique index receipt_by_hash on receipt (hash)`,
    // The custody ledger: one row for each step of a device. A row never changes, except that erasure deletes its names.
    `create table custody (
    id ${id},
    ticket_id ${int} not null references ticket (id),
    at ${int} not null,
    what text not null,
    member_id ${int} not null references member (id),
    shelf text not null default '',
    to_member_id ${int} references member (id),
    to_name text not null default '',
    shown text not null default '',
    accessories text not null default '[]',
    note_id ${int} references note (id)
  ${end}`,
    `create index custody_by_ticket on custody (ticket_id, id)`,
    // The devices that are with the team, derived from the custody entries.
    `create table holding (
    ticket_id ${int} primary key references ticket (id),
    since ${int} not null,
    place text not null,
    shelf text not null default '',
    member_id ${int} references member (id)
  ${end}`,
    // Before this version the team had the devices of claimed tickets, and those not yet collected.
    `insert into holding (ticket_id, since, place)
    select id, coalesce(claimed_at, created_at), 'counter' from ticket where open = 1 and status between 1 and 6`,
    // Printed tags. A tag belongs to a ticket while the team has the device, and can then be used again.
    `create table tag (
    id ${id},
    ticket_id ${int} references ticket (id),
    freed_from ${int} references ticket (id),
    created_at ${int} not null
  ${end}`,
    `create index tag_by_ticket on tag (ticket_id) where ticket_id is not null`,
    `create index tag_by_freed on tag (freed_from) where freed_from is not null`,
    `create table stocktake (
    id ${id},
    at ${int} not null,
    member_id ${int} not null references member (id),
    shelf text not null,
    result text not null
  ${end}`,
    // The last number of each letter and day.
    `create table day_number (
    day text not null,
    letter text not null,
    last ${int} not null,
    primary key (day, letter)
  ${keyed}`,
    `create table visit (
    id ${id},
    day text not null,
    ticket_id ${int} not null references ticket (id),
    number text not null,
    kind ${int} not null,
    state text not null,
    created_at ${int} not null,
    called_at ${int},
    called_by ${int} references member (id)
  ${end}`,
    `create unique index visit_by_number on visit (day, number)`,
    `create unique index visit_by_ticket on visit (ticket_id, day)`,
    `create index visit_by_state on visit (day, state, id)`,
    // Kiosks, by the hash of their secret.
    `create table kiosk (
    hash ${bytes} primary key,
    member_id ${int} not null references member (id),
    created_at ${int} not null,
    until_at ${int} not null
  ${end}`,
    // A browser may have several receipts and a login.
    `drop index push_subscription_by_endpoint`,
    `create unique index push_subscription_by_endpoint on push_subscription (endpoint, person_id)`,
    `create index push_subscription_by_session on push_subscription (session)`,
  ]
}
