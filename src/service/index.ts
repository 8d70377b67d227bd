import type { Lang } from '#contract/fields.ts'
import type { Clock } from '#kit/time.ts'
import { livesOf } from '#rules/sessions.ts'
import type { Store } from '#store/store.ts'
import { actorService, endOver } from './actor.ts'
import { adminService } from './admin.ts'
import { Attempts } from './attempts.ts'
import { boardService } from './board.ts'
import { calendarService } from './calendar.ts'
import { conclusionService } from './conclusions.ts'
import { dutyService } from './duty.ts'
import { DutyMemory } from './duty-state.ts'
import { externalService } from './external.ts'
import { factorService } from './factors.ts'
import { forwardedFileService } from './forwarded-file.ts'
import { leaveService } from './leaves.ts'
import { LiveService } from './live.ts'
import { mediaService } from './media.ts'
import { memberService } from './members.ts'
import { membershipService } from './membership.ts'
import { noteService } from './notes.ts'
import { noticeService } from './notices.ts'
import type { ForwardedFile, Ports } from './ports.ts'
import { privacyService } from './privacy.ts'
import { retentionService } from './retention.ts'
import { rosterService } from './rosters.ts'
import { sessionService } from './session.ts'
import { sessionsService } from './sessions.ts'
import { SettingService } from './settings.ts'
import { ssoService } from './sso.ts'
import { statisticsService } from './statistics.ts'
import { teamService } from './team.ts'
import { ticketExportService } from './ticket-export.ts'
import { ticketViewService } from './ticket-views.ts'
import { ticketService } from './tickets.ts'
import { userService } from './users.ts'

/** What all services are made of. */
export interface Parts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  /** The time to delete by, which is behind the clock while that is not to be trusted. */
  readonly deletionTime?: Clock
  /** What the environment says of the team, until a setting says otherwise. */
  readonly team: { readonly lang: Lang; readonly zone: string }
  readonly publicUrl: string
  /** Whether people may go on without an account. */
  readonly guestLogin?: boolean
  /** Whether tries are counted; they are, unless a setting for one's own machine says otherwise. */
  readonly rateLimits?: boolean
  /** Told what the log should say. */
  readonly warn?: (facts: object, text: string) => void
  readonly forwardedFile?: ForwardedFile
  /** Told when an administrator has come in. */
  readonly adminCame?: () => void
}

const noFile: ForwardedFile = { blank: async () => 0 }

export function services({
  store,
  ports,
  now,
  deletionTime = now,
  team,
  publicUrl,
  guestLogin = false,
  forwardedFile: file = noFile,
  rateLimits = true,
  warn = () => {},
  adminCame = () => {},
}: Parts) {
  const attempts = new Attempts(store, now, { on: rateLimits, warn })
  const settings = new SettingService(store, now, team)
  const dutyMemory = new DutyMemory(store, now, settings)
  const media = mediaService(store, ports, { now, deletionTime }, publicUrl)
  const members = memberService({ store, now, settings, duty: dutyMemory, media })
  const forwardedFile = forwardedFileService(store, file)
  const duty = dutyService(store, now, dutyMemory)
  const actors = actorService(store, now, settings)
  settings.follow({
    before: (tx, old, _next, at) => endOver(tx, livesOf(old), at, deletionTime()),
    refresh: async () => {},
  })
  return {
    settings,
    members,
    media,
    external: externalService(store, now, settings, ports.external),
    actors,
    attempts,
    live: new LiveService(store, actors),
    admin: adminService(store, settings, members, publicUrl),
    factors: factorService(store, now, settings),
    membership: membershipService({ store, ports, now, publicUrl, settings, attempts, adminCame }),
    team: teamService(store, ports, settings, guestLogin),
    session: sessionService({ store, ports, now, settings, attempts, guestLogin }),
    sessions: sessionsService(store, now, settings),
    sso: ssoService(store, ports, now),
    duty,
    board: boardService(store, now, settings, duty),
    dutyMemory,
    rosters: rosterService(store, now, settings, dutyMemory),
    leaves: leaveService(store, now, settings, dutyMemory),
    conclusions: conclusionService(store, now, settings, dutyMemory),
    calendar: calendarService(store, now, settings, dutyMemory, publicUrl),
    privacy: privacyService({ store, now, settings, media, forwardedFile, publicUrl, duty: dutyMemory }),
    forwardedFile,
    retention: retentionService(store, deletionTime, settings, media),
    notices: noticeService(store, now, settings),
    notes: noteService(store, now, media),
    statistics: statisticsService(store, now, settings),
    tickets: ticketService(store, now, media),
    ticketExport: ticketExportService(store, now, settings),
    ticketViews: ticketViewService(store, now, settings, publicUrl),
    users: userService(store, now, () => settings.current().lang, publicUrl),
  }
}

export type Services = ReturnType<typeof services>
