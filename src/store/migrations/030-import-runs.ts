import type { Migration } from './migration.ts'

/** One row for each import. Imported rows refer to it, so that the import can be undone. */
export const importRuns: Migration = ({ int, id, end }) => [
  `create table import_run (
    id ${id},
    kind text not null,
    member_id ${int} references member (id),
    at ${int} not null,
    added ${int} not null,
    by_hand text not null,
    undone_at ${int},
    removed ${int}
  ${end}`,
  `alter table imported add column import_id ${int} references import_run (id)`,
  `create index imported_by_import on imported (import_id) where import_id is not null`,
  // Without `references`: an import refers to its member, and tables that refer to each other cannot be copied in order.
  `alter table member add column import_id ${int}`,
  `alter table roster add column import_id ${int} references import_run (id)`,
  // The deletion of a note looks for it in this column.
  `create index custody_by_note on custody (note_id) where note_id is not null`,
  `create index idempotency_key_by_note on idempotency_key (note_id) where note_id is not null`,
]
