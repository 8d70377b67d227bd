import type { Contract } from '#contract/index.ts'
import type { Services } from '#service/index.ts'
import type { Audience } from '../audience.ts'
import { adminHandlers } from './admin.ts'
import { conclusionHandlers } from './conclusions.ts'
import { contentHandlers } from './content.ts'
import { counterHandlers } from './counter.ts'
import { custodyHandlers } from './custody.ts'
import { dutyHandlers } from './duty.ts'
import { externalHandlers } from './external.ts'
import type { Handlers } from './handler.ts'
import { hourHandlers } from './hours.ts'
import { impactHandlers } from './impact.ts'
import { importHandlers } from './imports.ts'
import { leaveHandlers } from './leaves.ts'
import { liveHandlers } from './live.ts'
import { type Machinery, machineHandlers } from './machines.ts'
import { mediaHandlers } from './media.ts'
import { memberHandlers } from './members.ts'
import { messageHandlers } from './messages.ts'
import { proofHandlers } from './proof.ts'
import { receiptHandlers } from './receipts.ts'
import { rosterHandlers } from './rosters.ts'
import { sessionHandlers } from './session.ts'
import { sessionsHandlers } from './sessions.ts'
import { ssoHandlers } from './sso.ts'
import { teamHandlers } from './team.ts'
import { ticketHandlers } from './tickets.ts'
import { userHandlers } from './users.ts'
import { wechatHandlers } from './wechat.ts'

export function handlers(
  services: Services,
  machinery: Machinery,
  publicUrl: string,
  audience: Audience,
): { readonly [Area in keyof Contract]: Handlers<Area> } {
  return {
    team: teamHandlers(services.team, services.board),
    session: sessionHandlers(services, publicUrl),
    sso: ssoHandlers(services.sso, publicUrl),
    sessions: sessionsHandlers(services.sessions),
    users: userHandlers(services.users, services.notices, services.privacy),
    tickets: ticketHandlers(services),
    counter: counterHandlers(services),
    receipts: receiptHandlers(services),
    custody: custodyHandlers(services),
    media: mediaHandlers(services.media),
    members: memberHandlers(services.membership),
    proof: proofHandlers(services),
    duty: dutyHandlers(services.duty, services.calendar),
    rosters: rosterHandlers(services.rosters),
    leaves: leaveHandlers(services.leaves),
    conclusions: conclusionHandlers(services.conclusions),
    hours: hourHandlers(services),
    admin: adminHandlers(services, publicUrl),
    imports: importHandlers(services),
    impact: impactHandlers(services),
    external: externalHandlers(services.external),
    messages: messageHandlers(
      services.messages.choices,
      services.visitorMail,
      services.messages.admin,
      () => services.settings.current().teamName,
    ),
    content: contentHandlers(services.looks),
    wechat: wechatHandlers(services.heldPictures),
    live: liveHandlers(audience),
    machines: machineHandlers(machinery),
  }
}
