import type { Contract } from '#contract/index.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { EventStreams } from '../event-streams.ts'
import { contentHandlers } from './content/content.ts'
import { wechatHandlers } from './content/wechat.ts'
import { counterHandlers } from './counter/counter.ts'
import { custodyHandlers } from './counter/custody.ts'
import { receiptHandlers } from './counter/receipts.ts'
import { conclusionHandlers } from './duty/conclusions.ts'
import { dutyHandlers } from './duty/duty.ts'
import { leaveHandlers } from './duty/leaves.ts'
import { rosterHandlers } from './duty/rosters.ts'
import type { Handlers } from './handler.ts'
import { hourHandlers } from './hours/hours.ts'
import { importHandlers } from './imports/imports.ts'
import { messageHandlers } from './messages/messages.ts'
import { impactHandlers } from './open-data/impact.ts'
import { externalHandlers } from './outbox/external.ts'
import { sessionHandlers } from './people/login.ts'
import { memberHandlers } from './people/members.ts'
import { proofHandlers } from './people/proof.ts'
import { sessionsHandlers } from './people/sessions.ts'
import { ssoHandlers } from './people/sso.ts'
import { userHandlers } from './people/users.ts'
import { helperHandlers, reportHandlers, tableHandlers, taskHandlers } from './repair-days/helpers.ts'
import { plannerHandlers, repairDayHandlers } from './repair-days/repair-days.ts'
import { adminHandlers } from './team/admin.ts'
import { liveHandlers } from './team/live.ts'
import { type MonitoringContext, machineHandlers } from './team/machines.ts'
import { teamHandlers } from './team/team.ts'
import { mediaHandlers } from './tickets/media.ts'
import { ticketHandlers } from './tickets/tickets.ts'

export function handlers(
  ctx: Ctx,
  machinery: MonitoringContext,
  audience: EventStreams,
): { readonly [Area in keyof Contract]: Handlers<Area> } {
  return {
    team: teamHandlers(ctx),
    session: sessionHandlers(ctx),
    sso: ssoHandlers(ctx),
    sessions: sessionsHandlers(ctx),
    users: userHandlers(ctx),
    tickets: ticketHandlers(ctx),
    counter: counterHandlers(ctx),
    receipts: receiptHandlers(ctx),
    custody: custodyHandlers(ctx),
    media: mediaHandlers(ctx),
    members: memberHandlers(ctx),
    proof: proofHandlers(ctx),
    duty: dutyHandlers(ctx),
    rosters: rosterHandlers(ctx),
    leaves: leaveHandlers(ctx),
    conclusions: conclusionHandlers(ctx),
    repairDays: repairDayHandlers(ctx),
    planner: plannerHandlers(ctx),
    helpers: helperHandlers(ctx),
    dayTasks: taskHandlers(ctx),
    dayTables: tableHandlers(ctx),
    dayReports: reportHandlers(ctx),
    hours: hourHandlers(ctx),
    admin: adminHandlers(ctx),
    imports: importHandlers(ctx),
    impact: impactHandlers(ctx),
    external: externalHandlers(ctx),
    messages: messageHandlers(ctx),
    content: contentHandlers(ctx),
    wechat: wechatHandlers(ctx),
    live: liveHandlers(audience),
    machines: machineHandlers(machinery),
  }
}
