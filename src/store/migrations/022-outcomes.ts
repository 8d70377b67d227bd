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
    // It may be a later one, and rows that refer to others of their own table are to be written in their order.
    `alter table ticket add column merged_into ${int}`,
    // Figures about outcomes of tickets finished in a period read only this index.
    `create index ticket_by_outcome on ticket (outcome, category, barrier, finished_at) where status in (5, 6)`,
    // Imported tickets have later numbers than tickets filed after them, so numbers do not tell what is recent.
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
    // A ticket that was joined with another; what went along is listed, so that it can go back.
    `create table ticket_merge (
    ticket_id ${int} primary key references ticket (id),
    into_id ${int} not null references ticket (id),
    member_id ${int} not null references member (id),
    person_id ${int} references person (id),
    at ${int} not null,
    moved text not null
  ${keyed}`,
    `create index ticket_merge_by_into on ticket_merge (into_id)`,
    // A row of a table that came in: the same one again is known by its key.
    `create table imported (
    key text primary key,
    ticket_id ${int} not null references ticket (id)
  ${keyed}`,
    `create index imported_by_ticket on imported (ticket_id)`,
  ]
}
