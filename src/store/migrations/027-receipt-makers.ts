import type { Migration } from './migration.ts'

/** The member who made a receipt, and whether it was made after the intake: then its holder may not be the visitor. */
export const receiptMakers: Migration = ({ int }) => [
  `alter table receipt add column member_id ${int} references member (id)`,
  `alter table receipt add column later ${int} not null default 0`,
  `update receipt set member_id = (select intake.member_id from intake where intake.hash = receipt.hash)`,
  `update receipt set later = 1 where member_id is null`,
]
