import type { Client } from '#contract/client.ts'
import type { BookingState } from '#contract/repair-days/day-states.ts'
import type { Db } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import type { FreshDatabase } from './databases.ts'

/** How a race calls the service: over several nodes in turn, which may be killed meanwhile. */
export interface Front {
  ask<T>(work: (client: Client) => Promise<T>, turn?: number, who?: { readonly token?: string }): Promise<T>
}

interface Racer {
  readonly token: string
  readonly ticket: number
}

export interface RaceSize {
  readonly clients: number
  readonly waves: number
  /** In each wave. */
  readonly places: number
}

/** 200 people for 40 places. */
export const crowd: RaceSize = { clients: 200, waves: 4, places: 10 }

/** People with a ticket each. */
export async function racers(front: Front, count: number): Promise<Racer[]> {
  const one = async (_: unknown, i: number): Promise<Racer> => {
    const { token } = await front.ask((client) => client.session.login({ code: `racer-${i}` }), i, { token: '' })
    const device = `kettle ${i}`
    await front.ask((client) => client.tickets.create({ type: 0, device }, { key: `racer-${i}` }), i, { token })
    const { list } = await front.ask((client) => client.tickets.mine({ count: 1 }), i, { token })
    return { token, ticket: list[0]?.id ?? 0 }
  }
  return Promise.all(Array.from({ length: count }, one))
}

/** An announced day of the race, which begins on this date. */
export async function dayOfRace(front: Front, { waves, places }: RaceSize, date: string) {
  const at = (hour: number) => `${date}T${String(hour).padStart(2, '0')}:00`
  const { id } = await front.ask((client) =>
    client.planner.create({
      title: { zh_CN: '', en_US: `Race of ${date}` },
      place: { name: { zh_CN: '', en_US: 'Library' }, map: '' },
      from: at(10),
      until: at(10 + waves),
      kinds: [0],
      walkInPercent: 0,
      waves: Array.from({ length: waves }, (_, i) => ({
        from: at(10 + i),
        until: at(11 + i),
        places: [{ kind: 0, places }],
      })),
    }),
  )
  // A node that is killed may have announced it.
  const { state } = await front.ask((client) => client.planner.info({ id }))
  if (state === 'draft') await front.ask((client) => client.planner.announce({ id })).catch(() => {})
  const day = await front.ask((client) => client.planner.info({ id }))
  return { id, date, waves: day.waves.map((wave) => wave.id) }
}
export type RaceDay = Awaited<ReturnType<typeof dayOfRace>>

/** Everyone books at once: half of them any wave, the others a certain one. */
export async function bookAtOnce(front: Front, people: readonly Racer[], day: RaceDay, chance: () => number) {
  const wishes = people.map(() => (chance() < 0.5 ? 0 : (day.waves[Math.floor(chance() * day.waves.length)] ?? 0)))
  await Promise.all(
    people.map(({ token, ticket }, i) =>
      front.ask((client) => client.repairDays.book({ id: day.id, ticket, wave: wishes[i] ?? 0, backedUp: true }), i, {
        token,
      }),
    ),
  )
}

/** Some of those with a place let it go at once, and those who are offered one take it or let it go, until all is quiet. */
export async function changeMinds(
  front: Front,
  fresh: FreshDatabase,
  people: readonly Racer[],
  day: RaceDay,
  chance: () => number,
) {
  const leaving = people.filter(() => chance() < 0.3)
  const act = (some: readonly Racer[], deed: (client: Client, ticket: number) => Promise<unknown>) =>
    Promise.all(
      some.map(({ token, ticket }, i) =>
        front
          .ask((client) => deed(client, ticket), i, { token })
          // It was done by the call whose answer was lost, or there is nothing to let go.
          .catch(() => {}),
      ),
    )
  await using engine = await openEngine(fresh.config)
  const withState = async (wanted: BookingState, some: readonly Racer[]) => {
    const rows = await engine.read((db) =>
      db.selectFrom('booking').where('day_id', '=', day.id).where('state', '=', wanted).select('ticket_id').execute(),
    )
    const found = new Set(rows.map((row) => row.ticket_id))
    return some.filter(({ ticket }) => found.has(ticket))
  }
  const unbook = (client: Client, ticket: number) => client.repairDays.unbook({ id: day.id, ticket })
  const take = (client: Client, ticket: number) => client.repairDays.book({ id: day.id, ticket, backedUp: true })
  await act(await withState('booked', leaving), unbook)
  for (let offered = await withState('offered', people); offered.length > 0; ) {
    const takers = new Set(offered.filter(() => chance() < 0.5))
    await Promise.all([
      act([...takers], take),
      act(
        offered.filter((one) => !takers.has(one)),
        unbook,
      ),
    ])
    offered = await withState('offered', people)
  }
}

interface Verdict {
  readonly booked: number
  readonly waiting: number
  /** Places that have more bookings than there are. */
  readonly overbooked: number
  /** Those who wait in another order than they asked in. */
  readonly disordered: number
  /** People without a booking, or with two. */
  readonly lost: number
  readonly freed: number
  readonly offered: number
  /** Tickets that were offered a place more than once. */
  readonly offeredAgain: number
}

/** Reads the database and judges the whole history of the day. */
export async function judgeRace(
  fresh: FreshDatabase,
  people: readonly Racer[],
  { id, date }: RaceDay,
  { places }: RaceSize,
): Promise<Verdict> {
  await using engine = await openEngine(fresh.config)
  const { rows, deeds } = await engine.read(async (db) => ({
    rows: await db.selectFrom('booking').where('day_id', '=', id).selectAll().orderBy('position').execute(),
    deeds: await deedsOf(db, date),
  }))
  const held = rows.filter(({ state }) => state === 'booked' || state === 'offered')
  const byWave = Map.groupBy(held, ({ wave_id }) => wave_id)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const asked = deeds.filter(({ state }) => state === 'waiting').map(({ ticket }) => ticket)
  const stillWaiting = asked.filter((ticket) => waiting.some((one) => one.ticket_id === ticket))
  const offers = Map.groupBy(
    deeds.filter(({ state }) => state === 'offered'),
    ({ ticket }) => ticket,
  )
  return {
    booked: held.length,
    waiting: waiting.length,
    overbooked: [...byWave.values()].reduce((sum, of) => sum + Math.max(0, of.length - places), 0),
    disordered: waiting.filter(({ ticket_id }, i) => stillWaiting[i] !== ticket_id).length,
    lost: people.filter(({ ticket }) => rows.filter(({ ticket_id }) => ticket_id === ticket).length !== 1).length,
    freed: deeds.filter(({ state }) => state === 'cancelled' || state === 'declined').length,
    offered: [...offers.values()].flat().length,
    offeredAgain: [...offers.values()].filter((of) => of.length > 1).length,
  }
}

/** What the log says about the bookings of a day, the earliest first. */
async function deedsOf(db: Db, date: string): Promise<{ ticket: number; state: BookingState }[]> {
  const rows = await db
    .selectFrom('log')
    .where('event', '=', 'ticket.booked')
    .select(['after_id', 'after_info'])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ after_id: ticket, after_info }) => {
    const said = JSON.parse(after_info) as { date: string; state: BookingState } // the phrase of the event
    return said.date === date ? [{ ticket, state: said.state }] : []
  })
}

/** The faults of a verdict, in words. With `after`, people have changed their minds. */
export function faultsOf(verdict: Verdict, { clients, waves, places }: RaceSize, after: boolean): string[] {
  const { booked, waiting, overbooked, disordered, lost, freed, offered, offeredAgain } = verdict
  const all = waves * places
  const checks: Record<string, boolean> = {
    [`${booked} booked`]: booked === all,
    [`${waiting} waiting`]: waiting === clients - all - (after ? freed : 0),
    [`${overbooked} overbooked`]: overbooked === 0,
    [`${disordered} out of order`]: disordered === 0,
    [`${lost} lost`]: lost === 0,
    [`${freed} freed and ${offered} offered`]: offered === freed,
    [`${offeredAgain} offered again`]: offeredAgain === 0,
  }
  return Object.entries(checks).flatMap(([text, holds]) => (holds ? [] : [text]))
}
