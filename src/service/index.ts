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
import { leaveService } from './duty/leaves.ts'
import { rosterService } from './duty/rosters.ts'
import { boardTokenService } from './hours/boards.ts'
import { certificateService } from './hours/certificates.ts'
import { hourExportService } from './hours/export.ts'
import { hourLedgerService } from './hours/ledger.ts'
import { hourPeriodService } from './hours/periods.ts'
import { signingService } from './hours/signing.ts'
import { writeTicketLines } from './hours/ticket-lines.ts'
import { hourViewService } from './hours/views.ts'
import { privacyService } from './journeys/erase-person.ts'
import { importService } from './journeys/imports.ts'
import { messageService } from './messages/index.ts'
import { visitorMailService } from './messages/visitor-mail.ts'
import { impactService } from './open-data/impact.ts'
import { externalService } from './outbox/external.ts'
import { forwardedFileService } from './outbox/forwarded-file.ts'
import { factorService } from './people/factors.ts'
import { sessionService } from './people/login.ts'
import { memberService } from './people/member-admin.ts'
import { memberRetentionService } from './people/member-retention.ts'
import { membershipService } from './people/members.ts'
import { noticeService } from './people/notices.ts'
import { sessionsService } from './people/sessions.ts'
import { ssoService } from './people/sso.ts'
import { userService } from './people/users.ts'
import { contentChecks } from './shared/content-checks.ts'
import type { Ctx } from './shared/context.ts'
import { adminService } from './team/admin.ts'
import { LiveService } from './team/live.ts'
import { teamService } from './team/team.ts'
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

export function services(ctx: Ctx) {
  const { store, ports, now, deletionTime, settings, attempts, publicUrl, guestLogin, forwards, gatherMs, warn } = ctx
  const dutyMemory = ctx.duty
  const visitorMail = visitorMailService({ store, ports, now, settings, attempts, publicUrl })
  const checks = contentChecks({ store, ports, now, settings, warn })
  const quota = pictureQuota({ media: ports.media, attempts, budget: ctx.pictureBudget })
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
  const forwardedFile = forwardedFileService(store, ctx.forwardedFile)
  const duty = dutyService(store, now, dutyMemory)
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
  return {
    settings,
    members,
    media,
    heldPictures: heldPictures(content),
    looks: lookService(content),
    external: externalService(store, now, settings, ports.external),
    actors: ctx.actors,
    attempts,
    live: new LiveService(store, ctx.actors),
    admin: adminService(store, settings, members, publicUrl),
    factors: factorService(store, now, settings),
    membership: membershipService({ store, ports, now, publicUrl, settings, attempts, adminCame: ctx.adminLoggedIn }),
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
