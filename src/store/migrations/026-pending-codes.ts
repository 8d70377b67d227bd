import type { Migration } from './migration.ts'

/** The network from which a login was begun, so that the number for each network is limited. */
export const pendingCodes: Migration = () => [
  `alter table code add column network text`,
  `create index code_by_network on code (network, created_at) where network is not null`,
]
