import type { Migration } from './migration.ts'

/** The network that began a login, so that the number of logins of each network is limited. */
export const pendingCodes: Migration = () => [
  `alter table code add column network text`,
  `create index code_by_network on code (network, created_at) where network is not null`,
]
