import type { Migration } from './migration.ts'

/** A session that was let in without the member part must not get it by an empty login: only a proof made in it clears this. */
export const needsProof: Migration = ({ int }) => [
  `alter table session add column needs_proof ${int} not null default 0 check (needs_proof in (0, 1))`,
  // Whether an older pairing was let in as a member is not stored; its user can prove it once more.
  `update session set needs_proof = 1 where login = 'pairing' and member_id is null`,
]
