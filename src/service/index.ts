import type { Lang } from '#contract/fields.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import { actorService } from './actor.ts'
import { memberService } from './members.ts'
import type { Ports } from './ports.ts'
import { sessionService } from './session.ts'
import { userService } from './users.ts'

/** What all services are made of. */
export interface Parts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly team: { readonly lang: Lang; readonly zone: string }
}

export function services({ store, ports, now, team }: Parts) {
  return {
    actors: actorService(store, now),
    members: memberService(store, now),
    session: sessionService(store, ports, now),
    users: userService(store, now, () => team.lang),
  }
}

export type Services = ReturnType<typeof services>
