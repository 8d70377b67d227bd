import type { Migration } from './migration.ts'

/** Outcomes, ratings, merges and imports of tickets. */
export const outcomes: Migration = ({ name, int, end }) => {
  const keyed = name === 'sqlite' ? `${end}, without rowid` : end
  return [
    `alter table ticket add column outcome text not null default ''`,
    `alter table ticket add column barrier text not null default ''`,
    `alter table ticket add column category ${int} not null default 0`,
    `alter table ticket add column brand text not null default ''`,
    `alter table ticket add column year ${int} not null default 0`,
    `alter table ticket add column remedy text not null default ''`,
    // No foreign key: the other ticket may be a later one, and tables are copied in the order of their rows.
    `alter table ticket add column merged_into ${int}`,
    // Figures about outcomes of tickets finished in a period read only this index.
    `create index ticket_by_outcome on ticket (outcome, category, barrier, finished_at) where status in (5, 6)`,
    // An imported ticket may have a higher number than a newer ticket, so the number does not give the age.
    `create index ticket_open_by_creation on ticket (created_at, status, type) where open = 1`,
    `create table rating (
    ticket_id ${int} primary key references ticket (id),
    stars ${int} not null,
    content text not null,
    created_at ${int} not null
  ${keyed}`,
    `create index rating_by_time on rating (created_at, stars)`,
    // When the workers of an idle ticket were reminded, and when the administrators were.
    `create table claim_reminder (
    ticket_id ${int} primary key references ticket (id),
    since ${int} not null,
    told_at ${int} not null,
    team_at ${int}
  ${keyed}`,
    // A ticket that was merged into another. `moved` lists what moved, so that the merge can be undone.
    `create table ticket_merge (
    ticket_id ${int} primary key references ticket (id),
    into_id ${int} not null references ticket (id),
    member_id ${int} not null references member (id),
    person_id ${int} references person (id),
    at ${int} not null,
    moved text not null
  ${keyed}`,
    `create index ticket_merge_by_into on ticket_merge (into_id)`,
    // An imported row. Its key recognises the same row in a later import.
    `create table imported (
    key text primary key,
    ticket_id ${int} not null references ticket (id)
  ${keyed}`,
    `create index imported_by_ticket on imported (ticket_id)`,
  ]
}
