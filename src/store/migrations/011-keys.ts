import type { Migration } from './migration.ts'

/** The answer that a key stands for is stored with it, so that a repeated call gets the same answer. */
export const keys: Migration = ({ int }) => [
  // Deletes keys that were derived from the content: the same content alone no longer counts as a repeated call.
  `delete from ticket_key where key like 'tap %'`,
  `update ticket_key set key = substr(key, 5)`,
  `alter table ticket_key rename to idempotency_key`,
  `drop index ticket_key_by_age`,
  `create index idempotency_key_by_age on idempotency_key (created_at)`,
  `alter table idempotency_key add column ticket_id ${int} references ticket (id)`,
  `alter table idempotency_key add column note_id ${int} references note (id)`,
  `create index idempotency_key_by_ticket on idempotency_key (ticket_id)`,
]
