import type { Lang } from '#contract/languages.ts'
import type { Clock } from '#kit/time.ts'
import { receiptLife } from '#rules/counter.ts'
import { usualPace } from '#rules/outbox.ts'
import { ampleBudget, type PictureBudget } from '#rules/picture-budget.ts'
import { livesOf } from '#rules/sessions.ts'
import type { Store } from '#store/store.ts'
import { adminService } from './admin.ts'
import { contentChecks } from './content/checks.ts'
import { lookService } from './content/looks.ts'
import { heldPictures } from './content/pictures.ts'
import { custodyService } from './counter/custody.ts'
import { intakeService } from './counter/intake.ts'
import { queueService } from './counter/queue.ts'
import { receiptService } from './counter/receipts.ts'
import { stocktakingService } from './counter/stocktaking.ts'
import { boardService } from './duty/board.ts'
import { calendarService } from './duty/calendar.ts'
import { conclusionService } from './duty/conclusions.ts'
import { dutyService } from './duty/duty.ts'
import { DutyMemory } from './duty/duty-state.ts'
import { leaveService } from './duty/leaves.ts'
import { rosterService } from './duty/rosters.ts'
import { externalService } from './forwarding/external.ts'
import { forwardedFileService } from './forwarding/forwarded-file.ts'
import { boardTokenService } from './hours/boards.ts'
import { certificateService } from './hours/certificates.ts'
import { hourExportService } from './hours/export.ts'
import { hourLedgerService } from './hours/ledger.ts'
import { hourPeriodService } from './hours/periods.ts'
import { signingService } from './hours/signing.ts'
import { writeTicketLines } from './hours/ticket-lines.ts'
import { hourViewService } from './hours/views.ts'
import { importService } from './imports/imports.ts'
import { LiveService } from './live/live.ts'
import { messageService } from './messages/index.ts'
import { visitorMailService } from './messages/visitor-mail.ts'
import { impactService } from './open-data/impact.ts'
import { actorService, endOver } from './people/actor.ts'
import { Attempts } from './people/attempts.ts'
import { factorService } from './people/factors.ts'
import { memberService } from './people/member-admin.ts'
import { memberRetentionService } from './people/member-retention.ts'
import { membershipService } from './people/members.ts'
import { noticeService } from './people/notices.ts'
import { privacyService } from './people/privacy.ts'
import { sessionService } from './people/session.ts'
import { sessionsService } from './people/sessions.ts'
import { ssoService } from './people/sso.ts'
import { userService } from './people/users.ts'
import type { ForwardedFile, Ports } from './ports.ts'
import { SettingService } from './settings.ts'
import { teamService } from './team.ts'
import { claimService } from './tickets/claims.ts'
import { ticketExportService } from './tickets/export.ts'
import { mediaService } from './tickets/media.ts'
import { mergeService } from './tickets/merging.ts'
import { noteService } from './tickets/notes.ts'
import { pictureQuota } from './tickets/picture-quota.ts'
import { ratingService } from './tickets/ratings.ts'
import { retentionService } from './tickets/retention.ts'
import { similarService } from './tickets/similar.ts'
import { statisticsService } from './tickets/statistics.ts'
import { ticketService } from './tickets/tickets.ts'
import { ticketViewService } from './tickets/views.ts'

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
  /** How many pictures may be stored, and how much room stays free. */
  readonly pictureBudget?: PictureBudget
  /** Told what the log should say. */
  readonly warn?: (facts: object, text: string) => void
  readonly forwardedFile?: ForwardedFile
  /** Whether the team has chosen an external ticket system. */
  readonly forwards?: boolean
  /** Several things about one ticket within so long are one message. */
  readonly gatherMs?: number
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
  pictureBudget = ampleBudget,
  warn = () => {},
  adminCame = () => {},
  forwards = false,
  gatherMs = usualPace.gatherMs,
}: Parts) {
  const attempts = new Attempts(store, now, { on: rateLimits, warn })
  const settings = new SettingService(store, now, team)
  const visitorMail = visitorMailService({ store, ports, now, settings, attempts, publicUrl })
  const dutyMemory = new DutyMemory(store, now, settings)
  const checks = contentChecks({ store, ports, now, settings, warn })
  const quota = pictureQuota({ media: ports.media, attempts, budget: pictureBudget })
  const media = mediaService(store, ports, { now, deletionTime }, publicUrl, quota, checks)
  const content = {
    store,
    ports,
    now,
    believed: deletionTime,
    settings,
    publicUrl,
    removeGone: () => media.removeGone(),
  }
  const members = memberService({ store, now, settings, duty: dutyMemory, media })
  const forwardedFile = forwardedFileService(store, file)
  const duty = dutyService(store, now, dutyMemory)
  const actors = actorService(store, now, settings)
  const conclusions = conclusionService(store, now, settings, dutyMemory)
  const notes = noteService(store, now, media, checks)
  const tickets = ticketService(
    store,
    now,
    media,
    () => settings.current().kinds,
    (tx, ticket, at) => writeTicketLines(tx, ticket, dutyMemory.facts(), settings.current(), at),
    checks,
  )
  const ratings = ratingService(store, now, checks)
  const ticketViews = ticketViewService(store, now, settings, { publicUrl, forwards })
  settings.follow({
    async before(tx, old, _next, at) {
      await endOver(tx, livesOf(old), at, deletionTime())
      await tx.receipts.forgetOver(deletionTime() - receiptLife(old))
    },
    refresh: async () => {},
  })
  return {
    settings,
    members,
    media,
    heldPictures: heldPictures(content),
    looks: lookService(content),
    external: externalService(store, now, settings, ports.external),
    actors,
    attempts,
    live: new LiveService(store, actors),
    admin: adminService(store, settings, members, publicUrl),
    factors: factorService(store, now, settings),
    membership: membershipService({ store, ports, now, publicUrl, settings, attempts, adminCame }),
    team: teamService(store, ports, settings, publicUrl, guestLogin),
    session: sessionService({ store, ports, now, settings, attempts, guestLogin }),
    sessions: sessionsService(store, now, settings),
    sso: ssoService(store, ports, now),
    duty,
    board: boardService(store, now, settings, duty),
    dutyMemory,
    rosters: rosterService(store, now, settings, dutyMemory),
    leaves: leaveService(store, now, settings, dutyMemory),
    conclusions,
    messages: messageService({
      store,
      ports,
      now,
      believed: deletionTime,
      settings,
      attempts,
      memory: dutyMemory,
      duty,
      conclusions,
      publicUrl,
      gatherMs,
      warn,
    }),
    calendar: calendarService(store, now, settings, dutyMemory, publicUrl),
    privacy: privacyService({ store, now, settings, media, forwardedFile, publicUrl, duty: dutyMemory }),
    forwardedFile,
    retention: retentionService(store, deletionTime, settings, media),
    memberRetention: memberRetentionService(store, deletionTime, settings),
    notices: noticeService(store, now, settings),
    notes,
    statistics: statisticsService(store, now, settings),
    tickets,
    ticketExport: ticketExportService(store, now, settings),
    ticketViews,
    ratings,
    claims: claimService(store, deletionTime, settings, ports.channels, gatherMs),
    similar: similarService(store, settings, publicUrl),
    merging: mergeService(store, now, settings),
    openData: impactService(store, now, settings),
    imports: importService(store, now, settings, dutyMemory),
    signing: signingService({ store, now, settings, memory: dutyMemory, attempts }),
    boards: boardTokenService(store, now, settings, publicUrl),
    ledger: hourLedgerService(store, now, settings),
    hourViews: hourViewService(store, now, settings),
    periods: hourPeriodService(store, now, settings),
    certificates: certificateService(store, now, settings, publicUrl),
    hourExport: hourExportService(store, now, settings),
    visitorMail,
    intake: intakeService({ store, ports, now, settings, media, visitorMail }),
    queue: queueService(store, now, settings),
    receipts: receiptService({ store, ports, now, settings, tickets, notes, ratings, views: ticketViews, visitorMail }),
    custody: custodyService(store, now, settings, media),
    stocktaking: stocktakingService(store, now, settings, publicUrl),
    users: userService({ store, ports, now, settings, publicUrl, checks }),
  }
}

export type Services = ReturnType<typeof services>
