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
import { helpers } from './repair-days/helpers.ts'
import { planner } from './repair-days/planner.ts'
import { repairDays } from './repair-days/repair-days.ts'
import { dayReports } from './repair-days/reports.ts'
import { dayTables } from './repair-days/tables.ts'
import { dayTasks } from './repair-days/tasks.ts'
import { admin } from './team/admin.ts'
import { live } from './team/live.ts'
import { machines } from './team/machines.ts'
import { team } from './team/team.ts'
import { media } from './tickets/media.ts'
import { tickets } from './tickets/tickets.ts'

/** The whole interface by area. Routes, client, document and access tests are all derived from this list. */
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
  repairDays,
  planner,
  helpers,
  dayTasks,
  dayReports,
  dayTables,
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

/** The description of each area in the documents. */
export const areas: Readonly<Record<keyof Contract, string>> = {
  team: 'Public information about the team.',
  session: 'Logging in and out as a user.',
  sso: 'Logging in with the school’s account in a browser.',
  sessions: 'Listing and ending sessions.',
  users: 'A person’s profile, language, notices and data, and feedback to the team.',
  tickets: 'The life of a repair: submitting, claiming, moving, commenting, collecting, searching.',
  counter: 'Visitors without an account: submitting tickets for them, the queue of a repair day, kiosks and tags.',
  receipts: 'What the holder of a receipt can do without an account.',
  custody: 'Where devices are, who is responsible for them, and stocktakes.',
  media: 'Pictures for comments, tickets and members.',
  members: 'Logging in and out as a member.',
  proof: 'A member’s password and two-step verification, and proving identity again before sensitive actions.',
  duty: 'The duty situation, opening hours, and their calendars.',
  rosters: 'Weekly plans of shifts, and the actual plan of a week.',
  leaves: 'Asking for leave from a shift, and taking over a colleague’s shift.',
  conclusions: 'Summaries of shifts.',
  repairDays: 'Announced repair days, and booking a place on them.',
  planner: 'Planning repair days, for administrators.',
  helpers: 'Helpers of repair days and their roles.',
  dayTasks: 'The check-lists of repair days.',
  dayTables: 'Bookings and helpers of repair days as tables, for administrators.',
  dayReports: 'What came to a repair day, and what became of it.',
  hours: 'Signing in for shifts, other work, and the ledger of hours.',
  admin: 'Members, settings, statistics, feedback and the operation log, for administrators.',
  imports: 'Importing spreadsheets, for administrators.',
  impact: 'Public repair figures and open data.',
  external: 'Deliveries to the external ticket system.',
  messages: 'What people are notified of, over which channels, and delivery statistics.',
  content: 'Texts and pictures to review, for administrators.',
  wechat: 'Callbacks of WeChat’s servers.',
  live: 'The stream of changes that keeps pages up to date.',
  machines: 'Endpoints for programs: health, metrics, code tables and this document.',
}

/** Every endpoint with its name, such as `users.update`. */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([area, group]) =>
    Object.entries(group).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  )
}
