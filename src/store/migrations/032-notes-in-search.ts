import type { Migration } from './migration.ts'

/** Search now finds notes and remedies: tickets with either are indexed again. */
export const notesInSearch: Migration = () => [
  // How often a ticket changed since it was indexed; 0 if it was never indexed.
  `alter table gram_queue add column again integer not null default 0`,
  `insert into gram_queue (ticket_id, again)
    select id, 1 from ticket where remedy <> ''
      or exists (select 1 from note where note.ticket_id = ticket.id and note.type <> 0 and note.content <> '')
    on conflict (ticket_id) do nothing`,
]
