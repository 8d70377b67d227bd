import type { Migration } from './migration.ts'

/** Log entries have the kind of their event, deliveries have their destination, and leave has one name. */
export const events: Migration = () => [
  `alter table log add column event text`,
  `alter table outbox add column destination text not null default 'external'`,
  `drop index outbox_by_state`,
  `create index outbox_by_state on outbox (destination, state, id)`,
  `update outbox set lane = 'external:' || lane`,
  `alter table absence rename to leave`,
  `drop index absence_of_shift`,
  `drop index absence_as_written`,
  `drop index absence_by_date`,
  `drop index absence_by_substitute`,
  `create unique index leave_of_shift on leave (member_id, date, number) where date is not null`,
  `create unique index leave_as_written on leave (member_id, week, shift) where date is null`,
  `create index leave_by_date on leave (date, number)`,
  `create index leave_by_substitute on leave (substitute_id)`,
]
