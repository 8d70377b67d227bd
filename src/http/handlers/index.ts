import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Lang } from '#contract/fields.ts'
import type { Contract } from '#contract/index.ts'
import type { ActorFor } from '#service/actor.ts'
import type { Services } from '#service/index.ts'
import type { Origin } from '#service/ports.ts'
import { adminHandlers } from './admin.ts'
import { conclusionHandlers } from './conclusions.ts'
import { dutyHandlers } from './duty.ts'
import { leaveHandlers } from './leaves.ts'
import { type Machinery, machineHandlers } from './machines.ts'
import { mediaHandlers } from './media.ts'
import { memberHandlers } from './members.ts'
import { rosterHandlers } from './rosters.ts'
import { sessionHandlers } from './session.ts'
import { ssoHandlers } from './sso.ts'
import { teamHandlers } from './team.ts'
import { ticketHandlers } from './tickets.ts'
import { userHandlers } from './users.ts'

/** What a handler is given: checked input, who asks, in which language, from where. */
export interface Call<E extends Endpoint> {
  readonly input: Input<E>
  readonly actor: ActorFor<E['role']>
  readonly lang: Lang
  readonly origin: Origin
  readonly bearer: string | undefined
  /** What the header `Idempotency-Key` says, where the endpoint honours it. */
  readonly key: string | undefined
  /** The header as it came. */
  readonly cookie: string | undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Output<E>> | Output<E>

/** A handler for each endpoint of an area: leaving one out does not compile. */
export type Handlers<Area extends keyof Contract> = {
  readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends Endpoint ? Handler<Contract[Area][Name]> : never
}

export function handlers(
  services: Services,
  machinery: Machinery,
  publicUrl: string,
): { readonly [Area in keyof Contract]: Handlers<Area> } {
  return {
    team: teamHandlers(services.team),
    session: sessionHandlers(services.session),
    sso: ssoHandlers(services.sso, publicUrl),
    users: userHandlers(services.users, services.privacy),
    tickets: ticketHandlers(services),
    media: mediaHandlers(services.media),
    members: memberHandlers(services.membership),
    duty: dutyHandlers(services.duty, services.calendar),
    rosters: rosterHandlers(services.rosters),
    leaves: leaveHandlers(services.leaves),
    conclusions: conclusionHandlers(services.conclusions),
    admin: adminHandlers(services, publicUrl),
    machines: machineHandlers(machinery),
  }
}
