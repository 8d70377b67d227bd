import type { Migration } from './migration.ts'

/** Tickets that are not in the tallies or the search index, or not as they are now. */
export const ticketQueues: Migration = ({ int, end }) => [
  // The lists in which the ticket is counted now, each between commas; empty for a new ticket.
  `create table tally_queue (
    ticket_id ${int} primary key references ticket (id),
    counted text not null
  ${end}`,
  `create table gram_queue (
    ticket_id ${int} primary key references ticket (id)
  ${end}`,
]
