import type { Selectable } from 'kysely'
import type { TextPerLanguage } from '#contract/languages.ts'
import type { StoredDayState } from '#contract/repair-days/day-states.ts'
import type { Wave } from '#rules/repair-days/bookings.ts'
import type { DayPlan, PlannedWave, WholePlan } from '#rules/repair-days/plan.ts'
import type { DeviceThatCame } from '#rules/repair-days/report.ts'
import { earlyArrival } from '#rules/repair-days/states.ts'
import { inList, insertReturningId } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

export interface RepairDayRecord extends DayPlan {
  readonly id: number
  readonly version: number
  readonly state: StoredDayState
  readonly situationId: number | null
  readonly copiedFrom: number | null
  /** The earliest first. */
  readonly waves: readonly Wave[]
}

interface CameWithin {
  readonly dates: readonly string[]
  readonly after: number
  readonly until: number
}

const insert = insertReturningId('repair_day')
const insertWave = insertReturningId('repair_day_wave')

export class RepairDayStore extends Queries {
  async #withWaves(rows: readonly Selectable<Tables['repair_day']>[]): Promise<RepairDayRecord[]> {
    const waves = await this.#wavesOf(rows.map(({ id }) => id))
    return rows.map((row) => ({ ...asDay(row), waves: waves.get(row.id) ?? [] }))
  }
  async #wavesOf(days: readonly number[]): Promise<Map<number, Wave[]>> {
    const waves = await this.db
      .selectFrom('repair_day_wave')
      .where(inList(this.db, 'day_id', days))
      .selectAll()
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
    const places = await this.db
      .selectFrom('repair_day_place')
      .where(
        inList(
          this.db,
          'wave_id',
          waves.map(({ id }) => id),
        ),
      )
      .selectAll()
      .orderBy('kind')
      .execute()
    const byWave = Map.groupBy(places, (one) => one.wave_id)
    const found = Map.groupBy(waves, (one) => one.day_id)
    return new Map(
      [...found].map(([day, of]) => [
        day,
        of.map(({ id, starts_at: from, ends_at: until }) => ({
          id,
          from,
          until,
          places: (byWave.get(id) ?? []).map(({ kind, places: count }) => ({ kind, places: count })),
        })),
      ]),
    )
  }
  /** Each change of a day, its bookings or its helpers locks this row first, so that such changes run one after another. */
  async lock(id: number): Promise<RepairDayRecord | undefined> {
    await this.db
      .updateTable('repair_day')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', id)
      .execute()
    return this.find(id)
  }
  async find(id: number): Promise<RepairDayRecord | undefined> {
    const rows = await this.db.selectFrom('repair_day').where('id', '=', id).selectAll().execute()
    return (await this.#withWaves(rows))[0]
  }
  async list(): Promise<RepairDayRecord[]> {
    const rows = await this.db
      .selectFrom('repair_day')
      .selectAll()
      .orderBy('starts_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return this.#withWaves(rows)
  }
  /** Announced days that end after a moment, the earliest first. */
  async announcedUntil(at: number): Promise<RepairDayRecord[]> {
    const rows = await this.db
      .selectFrom('repair_day')
      .where('state', '=', 'announced')
      .where('ends_at', '>', at)
      .selectAll()
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
    return this.#withWaves(rows)
  }
  /** Days that were announced and began between two moments, the latest first. */
  async beganIn(since: number, end: number): Promise<RepairDayRecord[]> {
    const rows = await this.db
      .selectFrom('repair_day')
      .where('state', 'in', ['announced', 'closed'])
      .where('starts_at', '>=', since)
      .where('starts_at', '<', end)
      .selectAll()
      .orderBy('starts_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return this.#withWaves(rows)
  }
  /** The tickets that came to a day: with a booking, or in its queue between two moments. */
  async came(id: number, { dates, after, until }: CameWithin): Promise<DeviceThatCame[]> {
    const booked = this.db
      .selectFrom('booking')
      .where('day_id', '=', id)
      .where('state', '=', 'arrived')
      .select('ticket_id')
    const queued = this.db
      .selectFrom('visit')
      .where('day', 'in', [...dates])
      .where('created_at', '>=', after)
      .where('created_at', '<', until)
      .select('ticket_id')
    const rows = await this.db
      .selectFrom('ticket')
      .leftJoin('booking', (join) =>
        join
          .onRef('booking.ticket_id', '=', 'ticket.id')
          .on('booking.day_id', '=', id)
          .on('booking.state', '=', 'arrived'),
      )
      .where('ticket.id', 'in', booked.union(queued))
      .select(['ticket.id', 'ticket.type', 'ticket.kind', 'ticket.status', 'ticket.outcome', 'ticket.category'])
      .select(['ticket.device', 'ticket.device_model as model', 'booking.id as booking'])
      .orderBy('ticket.id')
      .execute()
    return rows.map(({ type, kind, booking, ...row }) => ({ ...row, kind: kind ?? type, booked: booking !== null }))
  }
  /** When the last repair day began on which each ticket came, with a booking or in the queue. */
  async lastVisits(tickets: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const booked = this.db
      .selectFrom('booking')
      .innerJoin('repair_day', 'repair_day.id', 'booking.day_id')
      .where('booking.state', '=', 'arrived')
      .where(inList(this.db, 'booking.ticket_id', tickets))
      .select(['booking.ticket_id', 'repair_day.starts_at'])
    const queued = this.db
      .selectFrom('visit')
      .innerJoin('repair_day', (join) =>
        join
          .on((eb) => eb('repair_day.starts_at', '<=', eb('visit.created_at', '+', earlyArrival)))
          .onRef('repair_day.ends_at', '>', 'visit.created_at'),
      )
      .where('repair_day.state', 'in', ['announced', 'closed'])
      .where(inList(this.db, 'visit.ticket_id', tickets))
      .select(['visit.ticket_id', 'repair_day.starts_at'])
    const rows = await booked.unionAll(queued).execute()
    const last = new Map<number, number>()
    for (const { ticket_id, starts_at } of rows) last.set(ticket_id, Math.max(last.get(ticket_id) ?? 0, starts_at))
    return last
  }
  /** When the last day that took place ended; 0 if there is none. */
  async lastEnd(at: number): Promise<number> {
    const { last } = await this.db
      .selectFrom('repair_day')
      .where('state', 'in', ['announced', 'closed'])
      .where('ends_at', '<=', at)
      .select((eb) => eb.fn.max('ends_at').as('last'))
      .executeTakeFirstOrThrow()
    return last === null ? 0 : Number(last)
  }
  async add({ plan, waves }: WholePlan, copiedFrom: number | null, at: number): Promise<number> {
    const id = await insert(this.db, {
      ...columnsOf(plan),
      state: 'draft',
      version: 1,
      situation_id: null,
      copied_from: copiedFrom,
      created_at: at,
      changed_at: at,
    })
    await this.#replaceWaves(id, [], waves)
    return id
  }
  async update(day: RepairDayRecord, { plan, waves }: WholePlan, at: number): Promise<void> {
    await this.db
      .updateTable('repair_day')
      .set((eb) => ({ ...columnsOf(plan), version: eb('version', '+', 1), changed_at: at }))
      .where('id', '=', day.id)
      .execute()
    await this.#replaceWaves(day.id, day.waves, waves)
  }
  async #replaceWaves(dayId: number, before: readonly Wave[], waves: readonly PlannedWave[]): Promise<void> {
    const kept = new Set(waves.map(({ id }) => id))
    const gone = before.map(({ id }) => id).filter((id) => !kept.has(id))
    const all = before.map(({ id }) => id)
    await this.db
      .deleteFrom('repair_day_place')
      .where(inList(this.db, 'wave_id', all))
      .execute()
    // A booking that ended, or waits for a wave that is no more, waits for any.
    await this.db
      .updateTable('booking')
      .set({ wave_id: null })
      .where(inList(this.db, 'wave_id', gone))
      .execute()
    await this.db
      .deleteFrom('repair_day_wave')
      .where(inList(this.db, 'id', gone))
      .execute()
    for (const { id, from, until, places } of waves) {
      const times = { starts_at: from, ends_at: until }
      if (id !== undefined) await this.db.updateTable('repair_day_wave').set(times).where('id', '=', id).execute()
      const waveId = id ?? (await insertWave(this.db, { day_id: dayId, ...times }))
      if (places.length > 0)
        await this.db
          .insertInto('repair_day_place')
          .values(places.map((one) => ({ wave_id: waveId, kind: one.kind, places: one.places })))
          .execute()
    }
  }
  /** An administrator who edited an earlier version is refused and reloads. */
  async touch(id: number, at: number): Promise<void> {
    await this.db
      .updateTable('repair_day')
      .set((eb) => ({ version: eb('version', '+', 1), changed_at: at }))
      .where('id', '=', id)
      .execute()
  }
  async setState(id: number, state: StoredDayState, at: number): Promise<void> {
    await this.db
      .updateTable('repair_day')
      .set((eb) => ({ state, version: eb('version', '+', 1), changed_at: at }))
      .where('id', '=', id)
      .execute()
  }
  async setSituation(id: number, situationId: number | null): Promise<void> {
    await this.db.updateTable('repair_day').set({ situation_id: situationId }).where('id', '=', id).execute()
  }
  /** For a draft, which has neither bookings nor helpers. */
  async remove({ id, waves }: RepairDayRecord): Promise<void> {
    await this.#replaceWaves(id, waves, [])
    await this.db.deleteFrom('repair_day_role').where('day_id', '=', id).execute()
    await this.db.deleteFrom('repair_day_task').where('day_id', '=', id).execute()
    await this.db.updateTable('repair_day').set({ copied_from: null }).where('copied_from', '=', id).execute()
    await this.db.deleteFrom('repair_day').where('id', '=', id).execute()
  }
  /** Announced days with offers that ran out, or that ended with bookings that are not settled. */
  async withDueBookings(at: number): Promise<number[]> {
    return idsOf(
      this.db
        .selectFrom('repair_day')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('booking')
              .whereRef('booking.day_id', '=', 'repair_day.id')
              .where((either) =>
                either.or([
                  either('booking.offered_until', '<=', at),
                  either.and([
                    either('repair_day.ends_at', '<=', at),
                    either('booking.state', 'in', ['booked', 'offered', 'waiting']),
                  ]),
                ]),
              )
              .select('booking.id'),
          ),
        )
        .select('repair_day.id')
        .orderBy('repair_day.id'),
    )
  }
}

/** Titles by language, as calendars show them. */
export const titleOf = (row: { readonly title_zh: string; readonly title_en: string }): TextPerLanguage => ({
  zh_CN: row.title_zh,
  en_US: row.title_en,
})

function asDay(row: Selectable<Tables['repair_day']>): Omit<RepairDayRecord, 'waves'> {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    title: titleOf(row),
    about: { zh_CN: row.about_zh, en_US: row.about_en },
    from: row.starts_at,
    until: row.ends_at,
    place: { name: { zh_CN: row.place_zh, en_US: row.place_en }, map: row.map },
    kinds: JSON.parse(row.kinds) as number[], // only `columnsOf` writes these columns
    refused: JSON.parse(row.refused) as DayPlan['refused'],
    walkInPercent: row.walk_in_percent,
    offerHours: row.offer_hours,
    helpUntil: row.help_until,
    publish: row.publish === 1,
    situationId: row.situation_id,
    copiedFrom: row.copied_from,
  }
}

const columnsOf = (plan: DayPlan) => ({
  title_zh: plan.title.zh_CN,
  title_en: plan.title.en_US,
  about_zh: plan.about.zh_CN,
  about_en: plan.about.en_US,
  starts_at: plan.from,
  ends_at: plan.until,
  place_zh: plan.place.name.zh_CN,
  place_en: plan.place.name.en_US,
  map: plan.place.map,
  kinds: JSON.stringify(plan.kinds),
  refused: JSON.stringify(plan.refused),
  walk_in_percent: plan.walkInPercent,
  offer_hours: plan.offerHours,
  help_until: plan.helpUntil,
  publish: Number(plan.publish),
})
