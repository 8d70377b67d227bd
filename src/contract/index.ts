import { admin } from './admin.ts'
import { conclusions } from './conclusions.ts'
import { duty } from './duty.ts'
import type { Endpoint } from './endpoint.ts'
import { external } from './external.ts'
import { leaves } from './leaves.ts'
import { live } from './live.ts'
import { machines } from './machines.ts'
import { media } from './media.ts'
import { members } from './members.ts'
import { rosters } from './rosters.ts'
import { session } from './session.ts'
import { sso } from './sso.ts'
import { team } from './team.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** The whole interface, by area. The only list there is: routes, client, document and access tests all walk it. */
export const contract = {
  team,
  session,
  sso,
  users,
  tickets,
  media,
  members,
  duty,
  rosters,
  leaves,
  conclusions,
  admin,
  external,
  live,
  machines,
} as const satisfies Record<string, Record<string, Endpoint>>

export type Contract = typeof contract

/** Every endpoint with its name, such as `users.update`. */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([area, group]) =>
    Object.entries(group).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  )
}
