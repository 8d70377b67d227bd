import type { Person, Team } from './team.ts'
import { createTicket } from './tickets.ts'

type Plan = Parameters<Person['planner']['create']>[0]
type Role = Parameters<Person['helpers']['setRoles']>[0]['roles'][number]

/** A day in the coming week: two waves in the afternoon, with places for appliances alone. */
export const november = {
  title: { zh_CN: '十一月维修日', en_US: 'Repair day in November' },
  from: '2026-11-21T14:00',
  until: '2026-11-21T17:00',
  place: { name: { zh_CN: '图书馆', en_US: 'Library' }, map: '' },
  kinds: [0],
  walkInPercent: 0,
  waves: [
    { from: '2026-11-21T14:00', until: '2026-11-21T15:00', places: [{ kind: 0, places: 2 }] },
    { from: '2026-11-21T15:00', until: '2026-11-21T16:00', places: [{ kind: 0, places: 2 }] },
  ],
} satisfies Plan

/** An announced repair day, as administrators see it. */
export async function announcedDay(team: Team, plan: Partial<Plan> = {}) {
  const admin = await team.admin()
  const { id } = await admin.planner.create({ ...november, ...plan })
  await admin.planner.announce({ id })
  return admin.planner.info({ id })
}

/** A person with a kettle, who books for the day. */
export async function ownerWithTicket(team: Team, name?: string): Promise<{ owner: Person; ticket: number }> {
  const owner = await team.user(name)
  return { owner, ticket: await createTicket(owner, { device: 'Kettle' }) }
}

/** A day with one place, some days from now on the team's clock. */
export function dayIn(team: Team, days: number): Partial<Plan> {
  const now = Temporal.Instant.fromEpochMilliseconds(team.now()).toZonedDateTimeISO('Asia/Shanghai')
  const date = now.toPlainDate().add({ days }).toString()
  const [from, until] = [`${date}T14:00`, `${date}T17:00`]
  return { from, until, waves: [{ from, until, places: [{ kind: 0, places: 1 }] }] }
}

export const deskRole: Role = { name: { zh_CN: '', en_US: '' }, duty: 'desk', kind: null, places: 1 }

/** An announced day with these roles, and their numbers. */
export async function staffedDay(team: Team, roles: readonly Role[], plan: Partial<Plan> = {}) {
  const admin = await team.admin()
  const { id, version } = await announcedDay(team, plan)
  await admin.helpers.setRoles({ id, version, roles: [...roles] })
  const staffed = await admin.helpers.info({ id })
  return { id, roles: staffed.roles.map((role) => role.id) as [number, ...number[]] } // the test gives one at least
}
