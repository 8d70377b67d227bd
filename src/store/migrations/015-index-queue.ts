import type { Migration } from './migration.ts'

/** Tickets for which the tallies and the search index still have to be brought up to date. */
export const indexQueue: Migration = ({ int, end }) => [
  `create table index_queue (
    ticket_id ${int} primary key references ticket,
    counted text
  ${end}`,
]
