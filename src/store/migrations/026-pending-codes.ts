import type { Migration } from './migration.ts'

/** From which network a login was begun, so that of one network only so many are kept. */
export const pendingCodes: Migration = () => [
  `alter table code add column network text`,
  `create index code_by_network on code (network, created_at) where network is not null`,
]
