import type { Migration } from './migration.ts'

/** The last note of a ticket that a member has seen. */
export const ticketSeen: Migration = ({ name, int, end }) => [
  `create table ticket_seen (
    ticket_id ${int} not null references ticket (id),
    member_id ${int} not null references member (id),
    note_id ${int} not null,
    primary key (ticket_id, member_id)
  ${name === 'sqlite' ? `${end}, without rowid` : end}`,
]
