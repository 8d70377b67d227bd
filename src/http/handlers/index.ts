import type { Contract } from '#contract/index.ts'
import type { Services } from '#service/index.ts'
import type { Audience } from '../audience.ts'
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
import { adminHandlers } from './team/admin.ts'
import { liveHandlers } from './team/live.ts'
import { type Machinery, machineHandlers } from './team/machines.ts'
import { teamHandlers } from './team/team.ts'
import { mediaHandlers } from './tickets/media.ts'
import { ticketHandlers } from './tickets/tickets.ts'

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
