import type { Lang } from '#contract/fields.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import { actorService } from './actor.ts'
import { adminService } from './admin.ts'
import { mediaService } from './media.ts'
import { memberService } from './members.ts'
import { membershipService } from './membership.ts'
import { noteService } from './notes.ts'
import type { Ports } from './ports.ts'
import { privacyService } from './privacy.ts'
import { retentionService } from './retention.ts'
import { sessionService } from './session.ts'
import { SettingService } from './settings.ts'
import { statisticsService } from './statistics.ts'
import { ticketViewService } from './ticket-views.ts'
import { ticketService } from './tickets.ts'
import { userService } from './users.ts'

/** What all services are made of. */
export interface Parts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  /** What the environment says of the team, until a setting says otherwise. */
  readonly team: { readonly lang: Lang; readonly zone: string }
  readonly publicUrl: string
  /** Told when an administrator has come in. */
  readonly adminCame?: () => void
}

export function services({ store, ports, now, team, publicUrl, adminCame = () => {} }: Parts) {
  const settings = new SettingService(store, now, team)
  const members = memberService(store, now, publicUrl)
  const media = mediaService(store, ports, now, publicUrl)
  return {
    settings,
    members,
    media,
    actors: actorService(store, now, settings),
    admin: adminService(store, settings, members, publicUrl),
    membership: membershipService({ store, ports, now, publicUrl, adminCame }),
    privacy: privacyService(store, now, settings, media, publicUrl),
    retention: retentionService(store, now, settings, media),
    notes: noteService(store, now, publicUrl),
    session: sessionService(store, ports, now),
    statistics: statisticsService(store, now, settings),
    tickets: ticketService(store, now),
    ticketViews: ticketViewService(store, now, settings, publicUrl),
    users: userService(store, now, () => settings.current().lang),
  }
}

export type Services = ReturnType<typeof services>
