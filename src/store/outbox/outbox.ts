import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { ChannelName, PersonChannel } from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { AddressedDelivery, Destination } from '#events/deliveries.ts'
import { minute } from '#kit/time.ts'
import type { DeliveryTiming } from '#rules/outbox/outbox.ts'
import { clockSkew } from '#rules/team/clock-trust.ts'
import { countOf, databaseNow, hasAny, inList, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { type OutboxState, outboxStates, type Tables } from '../tables.ts'

export type OutboxRow = Selectable<Tables['outbox']>
/** A row leased to one try, until the try ends or another one leases it. */
export type OutboxLease = Pick<OutboxRow, 'id' | 'tries' | 'held_by'>

export const farFuture = Number.MAX_SAFE_INTEGER

const { waiting, stuck, delivered, failed, dropped } = outboxStates

// The first delivery of each lane, if it is due and not leased.
const due = statement((db, { to, most }: { to: Destination; most: number }) =>
  db
    .selectFrom('outbox as row')
    .selectAll()
    .where('state', '=', waiting)
    .where('destination', '=', to)
    .where('due_at', '<=', databaseNow(db))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', databaseNow(db))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as earlier')
            .select('earlier.id')
            .whereRef('earlier.lane', '=', 'row.lane')
            .whereRef('earlier.id', '<', 'row.id')
            .where('earlier.state', 'in', [waiting, stuck]),
        ),
      ),
    )
    .orderBy('due_at')
    .limit(most),
)

const laneState = statement((db) =>
  db
    .selectFrom('outbox')
    .where('destination', '=', 'external')
    .where('state', 'in', [waiting, stuck])
    .select(({ fn }) => [
      fn.countAll().as('open'),
      fn.sum('tries').as('tries'),
      fn.sum('state').as('stuck'),
      fn.count('held_until').as('held'),
    ]),
)

export interface NewMessage {
  readonly channel: ChannelName
  /** Messages about one thing keep their order, and waiting ones are sent together. */
  readonly thing: string
  readonly personId: number | null
  readonly key: string
  readonly payload: object
  /** How long it waits for more messages about the same thing. */
  readonly waitMs: number
}

export interface MessageToPerson {
  readonly personId: number
  readonly channel: PersonChannel
  readonly payload: string
  readonly sent: boolean
  readonly at: number
}

/** Deliveries per quarter of an hour: in every time zone, days consist of whole quarters. */
export interface DeliveryCount {
  readonly quarter: number
  readonly destination: Destination
  readonly state: OutboxState
  readonly count: number
}
export const quarterMs = 15 * minute
const batchSize = 500

/** Deliveries about one thing to one destination keep their order. */
export const laneOf = (destination: Destination, thing: number | string) => `${destination}:${thing}`

/**
 * Deliveries to other systems, added in the transaction of their event. Due times and leases use the database's clock,
 * because a node that is ahead would end leases of others.
 */
export class OutboxStore extends Queries {
  #leased({ id, tries, held_by }: OutboxLease) {
    return this.db
      .updateTable('outbox')
      .where('id', '=', id)
      .where('state', '=', waiting)
      .where('tries', '=', tries)
      .where('held_by', '=', held_by)
  }
  /** A caller without an answer may repeat it: `false` if another try has the row. */
  #endLease(row: OutboxLease, set: UpdateObject<Tables, 'outbox'>): Promise<boolean> {
    return hasAny(this.#leased(row).set({ ...set, held_until: null, held_by: null }))
  }
  #after(waitMs: number) {
    return sql<number>`${databaseNow(this.db)} + ${sql.lit(Math.ceil(waitMs))}`
  }
  async add({ destination, kind, thing, payload }: AddressedDelivery, at: number): Promise<void> {
    const lane = laneOf(destination, thing)
    await this.db
      .insertInto('outbox')
      .values({
        destination,
        kind,
        lane,
        payload: JSON.stringify(payload),
        created_at: at,
        due_at: databaseNow(this.db),
      })
      .execute()
  }
  async addMessages(messages: readonly NewMessage[], at: number): Promise<void> {
    for (let i = 0; i < messages.length; i += batchSize)
      await this.db
        .insertInto('outbox')
        .values(
          messages.slice(i, i + batchSize).map(({ channel, thing, personId, key, payload, waitMs }) => ({
            destination: channel,
            kind: 'message' as const,
            lane: laneOf(channel, thing),
            payload: JSON.stringify(payload),
            created_at: at,
            due_at: this.#after(waitMs),
            person_id: personId,
            key,
          })),
        )
        .onConflict((oc) => oc.doNothing())
        .execute()
  }
  /** Makes the untried messages of these lanes due, so that they do not hold up a later one that is. */
  async hurry(lanes: readonly string[]): Promise<void> {
    if (lanes.length === 0) return
    await this.db
      .updateTable('outbox')
      .set({ due_at: databaseNow(this.db) })
      .where('lane', 'in', lanes)
      .where('state', '=', waiting)
      .where('tries', '=', 0)
      .execute()
  }
  #untried(lane: string) {
    return this.db.selectFrom('outbox').where('lane', '=', lane).where('state', '=', waiting).where('tries', '=', 0)
  }
  hasUntried(lane: string): Promise<boolean> {
    return hasAny(this.#untried(lane).select('id').limit(1))
  }
  /** Drops untried messages that are no longer needed. */
  async dropUntried(lane: string, isNeeded: (payload: string) => boolean, at: number): Promise<void> {
    const rows = await this.#untried(lane).select(['id', 'payload']).execute()
    const ids = rows.flatMap(({ id, payload }) => (isNeeded(payload) ? [] : [id]))
    if (ids.length === 0) return
    await this.db
      .updateTable('outbox')
      .set({ state: dropped, done_at: at })
      .where('id', 'in', ids)
      .where('state', '=', waiting)
      .where('tries', '=', 0)
      .execute()
  }
  /** Drops the messages behind a row in its lane, and returns their payloads to be sent with it. */
  async dropFollowing({ id, lane }: OutboxRow, most: number, at: number): Promise<string[]> {
    // Ids may be out of order, so one of these may be leased.
    const behind = this.db
      .selectFrom('outbox')
      .where('lane', '=', lane)
      .where('id', '>', id)
      .where('state', '=', waiting)
      .where('tries', '=', 0)
      .select('id')
      .orderBy('id')
      .limit(most)
    const rows = await this.db
      .updateTable('outbox')
      .set({ state: dropped, done_at: at })
      .where('id', 'in', behind)
      .where('state', '=', waiting)
      .where('tries', '=', 0)
      .returning(['id', 'payload'])
      .execute()
    return rows.toSorted((a, b) => a.id - b.id).map(({ payload }) => payload)
  }
  /** `false` if another try has the row. */
  rewrite(row: OutboxLease, payload: object): Promise<boolean> {
    return hasAny(this.#leased(row).set({ payload: JSON.stringify(payload) }))
  }
  due(to: Destination, most: number): Promise<OutboxRow[]> {
    return due(this.db, { to, most })
  }
  /** The database's clock. */
  async now(): Promise<number> {
    const { now } = await this.db.selectNoFrom(databaseNow(this.db).as('now')).executeTakeFirstOrThrow()
    return now
  }
  /** Leases a row to the try `by`; `undefined` if another try was faster. A try may repeat it. */
  async lease(row: OutboxRow, leaseMs: number, by: string): Promise<OutboxRow | undefined> {
    return this.db
      .updateTable('outbox')
      .where('id', '=', row.id)
      .where('state', '=', waiting)
      .where((eb) => eb.or([eb('tries', '=', row.tries), eb('held_by', '=', by)]))
      .set({
        tries: row.tries + 1,
        held_by: by,
        held_until: sql<number>`${databaseNow(this.db)} + ${leaseMs}`,
        since: row.since ?? databaseNow(this.db),
      })
      .returningAll()
      .executeTakeFirst()
  }
  async hasLease(to: Destination): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('outbox')
        .where('destination', '=', to)
        .where('state', '=', waiting)
        .where('held_until', '>', databaseNow(this.db))
        .select('id')
        .limit(1),
    )
  }
  async isLeased({ id, tries, held_by }: OutboxLease): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('outbox')
        .select('id')
        .where('id', '=', id)
        .where('tries', '=', tries)
        .where('held_by', '=', held_by)
        .where('held_until', '>', databaseNow(this.db)),
    )
  }
  markDelivered(row: OutboxLease, at: number) {
    return this.#endLease(row, { state: delivered, done_at: at, due_at: databaseNow(this.db), trouble: null })
  }
  /** Allows another message with the same key. */
  async freeKey({ id }: Pick<OutboxRow, 'id'>): Promise<void> {
    await this.db.updateTable('outbox').set({ key: null }).where('id', '=', id).execute()
  }
  drop(row: OutboxLease, at: number) {
    return this.#endLease(row, { state: dropped, done_at: at, trouble: null })
  }
  /** For a destination that is no longer used. */
  async dropUntil(created: number, destination: Destination, at: number): Promise<void> {
    await this.db
      .updateTable('outbox')
      .set({ state: dropped, done_at: at, held_until: null, held_by: null, trouble: null })
      .where('destination', '=', destination)
      .where('state', '=', waiting)
      .where('created_at', '<=', created)
      .execute()
  }
  /** The next delivery of the lane follows. */
  markFailed(row: OutboxLease, at: number, trouble: DeliveryTrouble) {
    return this.#endLease(row, {
      state: failed,
      done_at: at,
      due_at: databaseNow(this.db),
      trouble: JSON.stringify(trouble),
    })
  }
  /** Delays a delivery without a failure, and resets its tries. */
  postpone(row: OutboxLease, waitMs: number) {
    return this.#endLease(row, { due_at: this.#after(waitMs), since: null })
  }
  /** Ends the lease of a try that did not happen. */
  release(row: OutboxLease, waitMs: number) {
    return this.#endLease(row, { due_at: this.#after(waitMs) })
  }
  /** Ends the lease of a failed try; the lane waits as long. */
  async putBack(
    row: OutboxLease & { lane: string },
    state: OutboxState,
    dueAt: number,
    trouble: DeliveryTrouble,
  ): Promise<void> {
    if (!(await this.#endLease(row, { state, due_at: dueAt, trouble: JSON.stringify(trouble) }))) return
    await this.db
      .updateTable('outbox')
      .set({ due_at: dueAt })
      .where('lane', '=', row.lane)
      .where('state', '=', waiting)
      .execute()
  }
  /** Changes with each delivery of forwarded tickets that is added, leased, ended or put back, on any node. */
  async fingerprint(): Promise<string> {
    const [row] = await laneState(this.db)
    return row ? [row.open, row.tries, row.stuck, row.held].join() : ''
  }
  async find(id: number): Promise<OutboxRow | undefined> {
    return this.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirst()
  }
  /** Makes a lane due now and resets its tries; leases stay. */
  async retryLane(lane: string): Promise<void> {
    await this.db
      .updateTable('outbox')
      .set({ state: waiting, due_at: databaseNow(this.db), since: null })
      .where('lane', '=', lane)
      .where('state', 'in', [waiting, stuck])
      .execute()
  }
  /** Shortens delays that a wrong clock caused or that exceed the longest pause. Stuck deliveries stay. */
  async capDelays({ lateArrivalMs, maxMs, leaseMs }: DeliveryTiming): Promise<void> {
    const now = await this.now()
    const later = now + clockSkew
    const open = this.db.updateTable('outbox').where('state', '=', waiting)
    await open
      .set({ due_at: now + lateArrivalMs, since: sql`case when since > ${later} then null else since end` })
      .where('due_at', '>', now + lateArrivalMs)
      .where('due_at', '<', farFuture)
      .where((eb) => eb.or([eb('due_at', '>', later + maxMs), eb(eb.fn.coalesce('since', 'created_at'), '>', later)]))
      .execute()
    await open
      .set({ held_until: now + leaseMs })
      .where('held_until', '>', later + leaseMs)
      .execute()
  }
  /** Sent and waiting messages of these people. */
  async messagesTo(people: readonly number[]): Promise<MessageToPerson[]> {
    const rows = await this.db
      .selectFrom('outbox')
      .where('person_id', 'is not', null)
      .where(inList(this.db, 'person_id', people))
      .where('kind', '=', 'message')
      .where('state', 'in', [waiting, delivered])
      .select(['person_id', 'destination', 'payload', 'done_at', 'due_at'])
      .execute()
    return rows.map(({ person_id, destination, payload, done_at, due_at }) => ({
      personId: person_id ?? 0,
      channel: destination as PersonChannel, // a message to a person goes by one of these alone
      payload,
      sent: done_at !== null,
      at: done_at ?? due_at,
    }))
  }
  /** The undelivered ticket itself. */
  async undelivered(lane: string) {
    return this.db
      .selectFrom('outbox')
      .select(['id', 'state'])
      .where('lane', '=', lane)
      .where('kind', '=', 'ticket')
      .where('state', '<>', delivered)
      .executeTakeFirst()
  }
  /** The newest first. */
  async list(to: Destination, state: OutboxState | undefined, offset: number, count: number): Promise<OutboxRow[]> {
    let query = this.db.selectFrom('outbox').where('destination', '=', to).selectAll()
    if (state !== undefined) query = query.where('state', '=', state)
    return query.orderBy('id', 'desc').offset(offset).limit(count).execute()
  }
  count(to: Destination, state: OutboxState) {
    return countOf(this.db.selectFrom('outbox').where('destination', '=', to).where('state', '=', state))
  }
  /** The last tried delivery, and the last arrival, by the database's clock. */
  async lastTried(to: Destination) {
    const here = this.db.selectFrom('outbox').where('destination', '=', to).orderBy('id', 'desc').limit(1)
    // The literal condition selects the partial index.
    const last = await here.where(sql<boolean>`tries > 0`).select(['since', 'trouble']).executeTakeFirst()
    const arrived = await here.where('state', '=', delivered).select('due_at as at').executeTakeFirst()
    return last && { ...last, arrivedAt: arrived?.at ?? 0 }
  }
  /** Counts people whose messages failed or wait after a failure. */
  async countPeopleInTrouble(to: Destination, since: number): Promise<number> {
    const row = await this.db
      .selectFrom('outbox')
      .where('destination', '=', to)
      .where('state', 'in', [waiting, failed])
      .where('created_at', '>=', since)
      .where('trouble', 'is not', null)
      .where('trouble', 'not like', '%"address_gone"%')
      .where('trouble', 'not like', '%"no_consent"%')
      .select(({ fn }) => fn.count('person_id').distinct().as('people'))
      .executeTakeFirst()
    return Number(row?.people ?? 0)
  }
  /** The end of the last try of a lane, by the database's clock. */
  async lastFinished(lane: string): Promise<number | undefined> {
    const lastIn = async (state: OutboxState) => {
      const last = this.db
        .selectFrom('outbox')
        .where('lane', '=', lane)
        .where('state', '=', state)
        .select('due_at as at')
      return (await last.orderBy('id', 'desc').limit(1).executeTakeFirst())?.at ?? 0
    }
    return Math.max(await lastIn(delivered), await lastIn(failed)) || undefined
  }
  async countsSince(since: number): Promise<DeliveryCount[]> {
    const quarter = sql<number>`created_at / ${sql.lit(quarterMs)}`
    const rows = await this.db
      .selectFrom('outbox')
      .where('kind', 'in', ['message', 'event'])
      .where('created_at', '>=', since)
      .select(({ fn }) => [quarter.as('quarter'), 'destination', 'state', fn.countAll().as('count')])
      .groupBy(['quarter', 'destination', 'state'])
      .execute()
    return rows.map((row) => ({ ...row, quarter: Number(row.quarter), count: Number(row.count) }))
  }
  /** Keeps deliveries to people whose device is here, because reminders depend on them. */
  async deleteDoneBefore(at: number): Promise<void> {
    await this.db
      .deleteFrom('outbox')
      .where('done_at', '<', at)
      .where(sql<boolean>`not exists (select 1 from holding join ticket on ticket.id = holding.ticket_id
        where ticket.person_id = outbox.person_id)`)
      .execute()
  }
}
