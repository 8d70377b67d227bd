import type { Migration } from './migration.ts'

/** A session that began without membership must not get it by an empty login. Only a proof in this session clears the mark. */
export const needsProof: Migration = ({ int }) => [
  `alter table session add column needs_proof ${int} not null default 0 check (needs_proof in (0, 1))`,
  // It is not stored whether an older pairing got membership; its user can prove it again.
  `update session set needs_proof = 1 where login = 'pairing' and member_id is null`,
]
