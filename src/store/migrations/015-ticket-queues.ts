import type { Migration } from './migration.ts'

/** Tickets that the tallies and the search index do not know, or not as they are now. */
export const ticketQueues: Migration = ({ int, end }) => [
  // The lists in which the ticket is counted now, each between commas; none for a new one.
  `create table tally_queue (
    ticket_id ${int} primary key references ticket (id),
    counted text not null
  ${end}`,
  `create table gram_queue (
    ticket_id ${int} primary key references ticket (id)
  ${end}`,
]
