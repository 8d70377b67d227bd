import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { ChannelName, PersonChannel } from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { AddressedDelivery, Destination } from '#events/deliveries.ts'
import { minute } from '#kit/time.ts'
import type { DeliveryTiming } from '#rules/outbox/outbox.ts'
import { clockSkew } from '#rules/team/clock-trust.ts'
import { countOf, hasAny, inList, present, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { type OutboxState, type OutboxTable, outboxStates, type Tables } from '../tables.ts'

export type OutboxRow = Selectable<OutboxTable>
/** A row in somebody's hands: theirs until it is ended or put back, and for as long as nobody else has tried. */
export type OutboxLease = Pick<OutboxRow, 'id' | 'tries' | 'held_by'>

/** When something is due that waits for somebody to look. */
export const farFuture = Number.MAX_SAFE_INTEGER

const { waiting, stuck, delivered, failed, dropped } = outboxStates

// The first of each lane that is due and in nobody's hands.
const due = statement((db, { to, most }: { to: Destination; most: number }) =>
  db
    .selectFrom('outbox as row')
    .selectAll()
    .where('state', '=', waiting)
    .where('destination', '=', to)
    .where('due_at', '<=', present(db))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', present(db))]))
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

const pulse = statement((db) =>
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

/** A message that waits to be sent. */
export interface NewMessage {
  readonly channel: ChannelName
  /** Messages about one thing are sent in their order, and those that wait for the first of them together with it. */
  readonly thing: string
  /** Nobody for the team's chat. */
  readonly personId: number | null
  /** It is written once for all time. */
  readonly key: string
  readonly payload: object
  /** How long it waits for others about the same thing. */
  readonly waitMs: number
}

/** A message that was sent to somebody, or waits to be. */
export interface MessageToPerson {
  readonly personId: number
  readonly channel: PersonChannel
  readonly payload: string
  readonly sent: boolean
  /** When it was sent, or is to be. */
  readonly at: number
}

/** How many deliveries were made in a quarter of an hour, which no day of any zone begins in. */
export interface DeliveryCount {
  readonly quarter: number
  readonly destination: Destination
  readonly state: OutboxState
  readonly count: number
}
export const quarterMs = 15 * minute
/** In one statement. */
const atOnce = 500

/** What is about one thing reaches a destination in its order. */
export const laneOf = (destination: Destination, thing: number | string) => `${destination}:${thing}`

/**
 * Deliveries to the outside, written in the transaction of what they tell of, and what becomes of them. When one is due and how long it is in
 * somebody's hands goes by the database's clock: a node whose own is ahead would take it out of another's hands.
 */
export class OutboxStore extends Queries {
  #ours({ id, tries, held_by }: OutboxLease) {
    return this.db
      .updateTable('outbox')
      .where('id', '=', id)
      .where('state', '=', waiting)
      .where('tries', '=', tries)
      .where('held_by', '=', held_by)
  }
  /** Lets a row go. Every step may be repeated when its answer was lost: `false` if the row is not ours any more. */
  #letGo(row: OutboxLease, set: UpdateObject<Tables, 'outbox'>): Promise<boolean> {
    return hasAny(this.#ours(row).set({ ...set, held_until: null, held_by: null }))
  }
  #after(waitMs: number) {
    return sql<number>`${present(this.db)} + ${sql.lit(Math.ceil(waitMs))}`
  }
  async add({ destination, kind, thing, payload }: AddressedDelivery, at: number): Promise<void> {
    const lane = laneOf(destination, thing)
    await this.db
      .insertInto('outbox')
      .values({ destination, kind, lane, payload: JSON.stringify(payload), created_at: at, due_at: present(this.db) })
      .execute()
  }
  async addMessages(messages: readonly NewMessage[], at: number): Promise<void> {
    for (let i = 0; i < messages.length; i += atOnce)
      await this.db
        .insertInto('outbox')
        .values(
          messages.slice(i, i + atOnce).map(({ channel, thing, personId, key, payload, waitMs }) => ({
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
  /** The payloads of all that waits behind a row in its lane. They are told with it, so they are not sent themselves. */
  async dropFollowing({ id, lane }: OutboxRow, most: number, at: number): Promise<string[]> {
    // Not one that is in hands already: ids may come out of order.
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
  /** What a row says from now on, at every try; `false` if it is in other hands by now. */
  async rewrite(row: OutboxLease, payload: object): Promise<boolean> {
    const { numUpdatedRows } = await this.#ours(row)
      .set({ payload: JSON.stringify(payload) })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  due(to: Destination, most: number): Promise<OutboxRow[]> {
    return due(this.db, { to, most })
  }
  /** By the database's clock, as `since` and `due_at` are. */
  async now(): Promise<number> {
    const { now } = await this.db.selectNoFrom(present(this.db).as('now')).executeTakeFirstOrThrow()
    return now
  }
  /** Takes a row for the try of this name; `undefined` if somebody was faster. Taken twice by one name it is taken once. */
  async lease(row: OutboxRow, holdMs: number, by: string): Promise<OutboxRow | undefined> {
    return this.db
      .updateTable('outbox')
      .where('id', '=', row.id)
      .where('state', '=', waiting)
      .where((eb) => eb.or([eb('tries', '=', row.tries), eb('held_by', '=', by)]))
      .set({
        tries: row.tries + 1,
        held_by: by,
        held_until: sql<number>`${present(this.db)} + ${holdMs}`,
        since: row.since ?? present(this.db),
      })
      .returningAll()
      .executeTakeFirst()
  }
  /** Whether something for this destination is in somebody's hands at this moment. */
  async hasLease(to: Destination): Promise<boolean> {
    const query = this.db
      .selectFrom('outbox')
      .where('destination', '=', to)
      .where('state', '=', waiting)
      .where('held_until', '>', present(this.db))
      .select('id')
      .limit(1)
    return (await query.executeTakeFirst()) !== undefined
  }
  /** Whether nobody has taken it since, and nobody may. */
  async isLeased({ id, tries, held_by }: OutboxLease): Promise<boolean> {
    const query = this.db
      .selectFrom('outbox')
      .select('id')
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('held_by', '=', held_by)
      .where('held_until', '>', present(this.db))
    return (await query.executeTakeFirst()) !== undefined
  }
  /** It has arrived. */
  markDelivered(row: OutboxLease, at: number) {
    return this.#letGo(row, { state: delivered, done_at: at, due_at: present(this.db), trouble: null })
  }
  /** It may be written down anew. */
  async freeKey({ id }: Pick<OutboxRow, 'id'>): Promise<void> {
    await this.db.updateTable('outbox').set({ key: null }).where('id', '=', id).execute()
  }
  /** It is not to be sent any more. */
  drop(row: OutboxLease, at: number) {
    return this.#letGo(row, { state: dropped, done_at: at, trouble: null })
  }
  /** What was to be sent by then to where nothing is sent any more. */
  async dropUntil(created: number, destination: Destination, at: number): Promise<void> {
    await this.db
      .updateTable('outbox')
      .set({ state: dropped, done_at: at, held_until: null, held_by: null, trouble: null })
      .where('destination', '=', destination)
      .where('state', '=', waiting)
      .where('created_at', '<=', created)
      .execute()
  }
  /** Nobody has to look at what could not be sent, and what comes after it goes on. */
  markFailed(row: OutboxLease, at: number, trouble: DeliveryTrouble) {
    return this.#letGo(row, { state: failed, done_at: at, due_at: present(this.db), trouble: JSON.stringify(trouble) })
  }
  /** Nothing went wrong, but it is not the time for it; all its patience comes back. */
  postpone(row: OutboxLease, waitMs: number) {
    return this.#letGo(row, { due_at: this.#after(waitMs), since: null })
  }
  /** It could not be tried, which says nothing about the other side. */
  release(row: OutboxLease, waitMs: number) {
    return this.#letGo(row, { due_at: this.#after(waitMs) })
  }
  /** Puts a row back with what went wrong; what comes after it in its lane waits as long. */
  async putBack(
    row: OutboxLease & { lane: string },
    state: OutboxState,
    dueAt: number,
    trouble: DeliveryTrouble,
  ): Promise<void> {
    if (!(await this.#letGo(row, { state, due_at: dueAt, trouble: JSON.stringify(trouble) }))) return
    await this.db
      .updateTable('outbox')
      .set({ due_at: dueAt })
      .where('lane', '=', row.lane)
      .where('state', '=', waiting)
      .execute()
  }
  /** A text that is another one whenever a delivery was added, taken, done, put back or given up, on whichever node. */
  async fingerprint(): Promise<string> {
    const [row] = await pulse(this.db)
    return row ? [row.open, row.tries, row.stuck, row.held].join() : ''
  }
  async find(id: number): Promise<OutboxRow | undefined> {
    return this.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirst()
  }
  /** Makes all of a lane due at once, with all its patience back. Nothing is taken out of anybody's hands. */
  async retryLane(lane: string): Promise<void> {
    await this.db
      .updateTable('outbox')
      .set({ state: waiting, due_at: present(this.db), since: null })
      .where('lane', '=', lane)
      .where('state', 'in', [waiting, stuck])
      .execute()
  }
  /**
   * Nothing waits because a clock was ahead when it was made, tried or taken, and nothing for longer than the longest pause. What
   * waits for somebody to look goes on waiting.
   */
  async capDelays({ lateArrivalMs, longestMs, holdMs }: DeliveryTiming): Promise<void> {
    const now = await this.now()
    const later = now + clockSkew
    const open = this.db.updateTable('outbox').where('state', '=', waiting)
    await open
      .set({ due_at: now + lateArrivalMs, since: sql`case when since > ${later} then null else since end` })
      .where('due_at', '>', now + lateArrivalMs)
      .where('due_at', '<', farFuture)
      .where((eb) =>
        eb.or([eb('due_at', '>', later + longestMs), eb(eb.fn.coalesce('since', 'created_at'), '>', later)]),
      )
      .execute()
    await open
      .set({ held_until: now + holdMs })
      .where('held_until', '>', later + holdMs)
      .execute()
  }
  /** What these people were sent, and what waits to be. */
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
  /** What has not been delivered of a ticket itself. */
  async undelivered(lane: string) {
    return this.db
      .selectFrom('outbox')
      .select(['id', 'state'])
      .where('lane', '=', lane)
      .where('kind', '=', 'ticket')
      .where('state', '<>', delivered)
      .executeTakeFirst()
  }
  /** Newest first. */
  async list(to: Destination, state: OutboxState | undefined, offset: number, count: number): Promise<OutboxRow[]> {
    let query = this.db.selectFrom('outbox').where('destination', '=', to).selectAll()
    if (state !== undefined) query = query.where('state', '=', state)
    return query.orderBy('id', 'desc').offset(offset).limit(count).execute()
  }
  count(to: Destination, state: OutboxState) {
    return countOf(this.db.selectFrom('outbox').where('destination', '=', to).where('state', '=', state))
  }
  /** The last delivery that was tried there, with when one last arrived, by the database's clock. */
  async lastTried(to: Destination) {
    const here = this.db.selectFrom('outbox').where('destination', '=', to).orderBy('id', 'desc').limit(1)
    // Written out, so that both databases know the index it is kept in.
    const last = await here.where(sql<boolean>`tries > 0`).select(['since', 'trouble']).executeTakeFirst()
    const arrived = await here.where('state', '=', delivered).select('due_at as at').executeTakeFirst()
    return last && { ...last, arrivedAt: arrived?.at ?? 0 }
  }
  /** How many people have met trouble there since then, and wait, or wait no more. */
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
  /** When the last try of a lane ended that nothing follows, by the database's clock. */
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
  /** How many messages there are since then, in parts that a day of any zone is made of. */
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
  /** Not what somebody was told whose device is still here: that they were is asked when nobody comes. */
  async deleteDoneBefore(at: number): Promise<void> {
    await this.db
      .deleteFrom('outbox')
      .where('done_at', '<', at)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('holding')
              .innerJoin('ticket', 'ticket.id', 'holding.ticket_id')
              .whereRef('ticket.person_id', '=', 'outbox.person_id')
              .select('holding.ticket_id'),
          ),
        ),
      )
      .execute()
  }
}
