import { content } from './content/content.ts'
import { wechat } from './content/wechat.ts'
import { counter } from './counter/counter.ts'
import { custody } from './counter/custody.ts'
import { receipts } from './counter/receipts.ts'
import { conclusions } from './duty/conclusions.ts'
import { duty } from './duty/duty.ts'
import { leaves } from './duty/leaves.ts'
import { rosters } from './duty/rosters.ts'
import type { Endpoint } from './endpoint.ts'
import { hours } from './hours/hours.ts'
import { imports } from './imports/imports.ts'
import { messages } from './messages/messages.ts'
import { impact } from './open-data/impact.ts'
import { external } from './outbox/external.ts'
import { login } from './people/login.ts'
import { members } from './people/members.ts'
import { proof } from './people/proof.ts'
import { sessions } from './people/sessions.ts'
import { sso } from './people/sso.ts'
import { users } from './people/users.ts'
import { admin } from './team/admin.ts'
import { live } from './team/live.ts'
import { machines } from './team/machines.ts'
import { team } from './team/team.ts'
import { media } from './tickets/media.ts'
import { tickets } from './tickets/tickets.ts'

/** The whole interface, by area. The only list there is: routes, client, document and access tests all walk it. */
export const contract = {
  team,
  session: login,
  sso,
  sessions,
  users,
  tickets,
  counter,
  receipts,
  custody,
  media,
  members,
  proof,
  duty,
  rosters,
  leaves,
  conclusions,
  hours,
  admin,
  imports,
  impact,
  external,
  messages,
  content,
  wechat,
  live,
  machines,
} as const satisfies Record<string, Record<string, Endpoint>>

export type Contract = typeof contract

/** What each area is about, for the documents. */
export const areas: Readonly<Record<keyof Contract, string>> = {
  team: 'What anybody may know of the team before they log in.',
  session: 'Logging in and out as a user.',
  sso: 'Logging in at the school, in a browser.',
  sessions: 'Where somebody is logged in, and ending it there.',
  users: 'What a person keeps about themselves, and what they tell the team.',
  tickets: 'The whole life of a repair: handing in, claiming, moving, commenting, taking back, finding.',
  counter: 'Visitors without an account: filing for them, the queue of a repair day, kiosks and tags.',
  receipts: 'What whoever holds a receipt can do without an account.',
  custody: 'Where devices are, who answers for them, and stocktaking.',
  media: 'Pictures for comments, tickets and members.',
  members: 'Becoming a member of the team on a user’s token, and ceasing to be one.',
  proof: 'Proving that one is this member: password, second factor, and once more before what cannot be undone.',
  duty: 'Whether the team is there, who says so, and calendars of it.',
  rosters: 'Who comes when: rosters, and the week as it really is.',
  leaves: 'Not coming to a shift, and coming instead of somebody.',
  conclusions: 'Summaries of shifts.',
  hours: 'Being there at shifts, other work, and the ledger of hours that comes of it.',
  admin: 'Members, settings, statistics, feedback and the operation log, for administrators.',
  imports: 'Taking over what a team has in a spreadsheet, for administrators.',
  impact: 'What the team has mended, for everybody, where it publishes it.',
  external: 'How forwarding to the external ticket system stands.',
  messages: 'What people are told, over which channels, and how that goes.',
  content: 'Texts and pictures that somebody of the team should look at, for administrators.',
  wechat: 'What WeChat’s servers tell.',
  live: 'How pages stay fresh.',
  machines: 'What programs ask: health, figures, code tables, and the interface about itself.',
}

/** Every endpoint with its name, such as `users.update`. */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([area, group]) =>
    Object.entries(group).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  )
}
