import { type Selectable, sql } from 'kysely'
import type { VisitState } from '#contract/counter/counter.ts'
import { countOf, hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

/** `open` is that of the ticket: a visitor with a closed ticket does not wait. */
export interface VisitRecord extends Selectable<Tables['visit']> {
  readonly open: number
  readonly forwarded_at: number | null
  readonly device: string
  readonly owner: string
  readonly calledBy: string | null
}

export class VisitStore extends Queries {
  #visits() {
    return this.db
      .selectFrom('visit')
      .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
      .leftJoin('member', 'member.id', 'visit.called_by')
      .selectAll('visit')
      .select(['ticket.open', 'ticket.forwarded_at', 'ticket.device', 'ticket.owner', 'member.name as calledBy'])
  }
  #waitingOn(day: string) {
    return this.#visits().where('visit.day', '=', day).where(isWaiting)
  }
  /** Concurrent calls wait. A number that is rolled back is used again. */
  async nextNumber(day: string, letter: string): Promise<number> {
    // Waiting updates of a row proceed in order; waiting inserts do not.
    const next = await this.db
      .updateTable('day_number')
      .set((eb) => ({ last: eb('last', '+', 1) }))
      .where('day', '=', day)
      .where('letter', '=', letter)
      .returning('last')
      .executeTakeFirst()
    if (next) return next.last
    const { last } = await this.db
      .insertInto('day_number')
      .values({ day, letter, last: 1 })
      .onConflict((oc) => oc.columns(['day', 'letter']).doUpdateSet((eb) => ({ last: eb('day_number.last', '+', 1) })))
      .returning('last')
      .executeTakeFirstOrThrow()
    return last
  }
  /** `false` if another visit of the day has this number. */
  add(
    row: Pick<
      Selectable<Tables['visit']>,
      'day' | 'ticket_id' | 'number' | 'kind' | 'created_at' | 'wave_at' | 'walk_in'
    >,
  ): Promise<boolean> {
    return hasAny(
      this.db
        .insertInto('visit')
        .values({ ...row, state: 'waiting', called_at: null, called_by: null })
        .onConflict((oc) => oc.columns(['day', 'number']).doNothing())
        .returning('id'),
    )
  }
  /** `false` if another visit of the day has this number. */
  renumber({ id, day }: Pick<VisitRecord, 'id' | 'day'>, number: string): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('visit')
        .set({ number })
        .where('id', '=', id)
        .where(
          sql<boolean>`not exists (select 1 from visit as other where other.day = ${day} and other.number = ${number})`,
        )
        .returning('id'),
    )
  }
  async ofTicket(ticketId: number, day: string): Promise<VisitRecord | undefined> {
    return this.#visits().where('visit.ticket_id', '=', ticketId).where('visit.day', '=', day).executeTakeFirst()
  }
  async firstNumber(ticketId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('visit')
      .where('ticket_id', '=', ticketId)
      .select('number')
      .orderBy('id')
      .executeTakeFirst()
    return row?.number
  }
  async ofDay(day: string): Promise<VisitRecord[]> {
    return this.#visits().where('visit.day', '=', day).orderBy('visit.id').execute()
  }
  /** Counts visitors who wait for the same kind of repair and are called earlier. */
  async countAhead({
    id,
    day,
    kind,
    wave_at,
    walk_in,
  }: Pick<VisitRecord, 'id' | 'day' | 'kind' | 'wave_at' | 'walk_in'>): Promise<number> {
    return countOf(
      this.db
        .selectFrom('visit')
        .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
        .where('visit.day', '=', day)
        .where(isWaiting)
        .where('visit.kind', '=', kind)
        .where(sql<boolean>`(visit.wave_at, visit.walk_in, visit.id) < (${wave_at}, ${walk_in}, ${id})`),
    )
  }
  /** The second and third of those who wait for the kind of a visit, with their owners. */
  async nextAfter(ticketId: number, day: string): Promise<{ id: number; ticket: number; personId: number }[]> {
    const kind = this.db
      .selectFrom('visit as called')
      .where('called.ticket_id', '=', ticketId)
      .where('called.day', '=', day)
      .select('called.kind')
    return this.db
      .selectFrom('visit')
      .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
      .where('visit.day', '=', day)
      .where(isWaiting)
      .where('visit.kind', '=', kind)
      .orderBy('visit.wave_at')
      .orderBy('visit.walk_in')
      .orderBy('visit.id')
      .offset(1)
      .limit(2)
      .select(['visit.id', 'visit.ticket_id as ticket', 'ticket.person_id as personId'])
      .execute()
  }
  async countWaiting(day: string): Promise<number> {
    return countOf(
      this.db
        .selectFrom('visit')
        .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
        .where('visit.day', '=', day)
        .where(isWaiting),
    )
  }
  /** The latest first. */
  async called(day: string, count: number): Promise<{ number: string; bench: string; called_at: number | null }[]> {
    return this.db
      .selectFrom('visit')
      .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
      .select(['visit.number', 'visit.bench', 'visit.called_at'])
      .where('visit.day', '=', day)
      .where('visit.state', '=', 'called')
      .where('ticket.open', '=', 1)
      .orderBy('visit.called_at', 'desc')
      .orderBy('visit.id', 'desc')
      .limit(count)
      .execute()
  }
  async lock(ticketId: number, day: string): Promise<VisitRecord | undefined> {
    return this.#visits()
      .where('visit.ticket_id', '=', ticketId)
      .where('visit.day', '=', day)
      .forNoKeyUpdate('visit')
      .executeTakeFirst()
  }
  /** The first waiting visit of these kinds, by wave, and in a wave those with a booking first. Skips one that another member is calling. */
  async lockNext(day: string, kinds: readonly number[]): Promise<VisitRecord | undefined> {
    return this.#waitingOn(day)
      .$if(kinds.length > 0, (query) => query.where('visit.kind', 'in', [...kinds]))
      .orderBy('visit.wave_at')
      .orderBy('visit.walk_in')
      .orderBy('visit.id')
      .limit(1)
      .forNoKeyUpdate('visit')
      .skipLocked()
      .executeTakeFirst()
  }
  async setState(id: number, state: VisitState): Promise<void> {
    await this.db.updateTable('visit').set({ state }).where('id', '=', id).execute()
  }
  /** For a visitor with a booking. */
  async setPlace(id: number, waveAt: number): Promise<void> {
    await this.db.updateTable('visit').set({ wave_at: waveAt, walk_in: 0 }).where('id', '=', id).execute()
  }
  async call(id: number, memberId: number, bench: string, at: number): Promise<void> {
    await this.db
      .updateTable('visit')
      .set({ state: 'called', called_by: memberId, bench, called_at: at })
      .where('id', '=', id)
      .execute()
  }
}

const isWaiting = () => sql<boolean>`visit.state = 'waiting' and ticket.open = 1`
