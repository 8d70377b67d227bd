import { type Selectable, sql } from 'kysely'
import type { VisitState } from '#contract/counter/counter.ts'
import { countOf } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { VisitTable } from '../tables.ts'

/** Somebody in the queue. Of a ticket that has ended nobody waits: `open` says whether it has. */
export interface VisitRow extends Selectable<VisitTable> {
  readonly open: number
  readonly forwarded_at: number | null
  readonly device: string
  readonly owner: string
  readonly calledBy: string | null
}

/** Who is in the queue of a day, and the numbers that were given out. */
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
  /** The next number of a letter: of two at once the second waits, and what is rolled back is given out again. */
  async nextNumber(day: string, letter: string): Promise<number> {
    // Those who wait for a row to update have their turn in order; those who would insert it have not.
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
  /** `false` where somebody has that number already. */
  async add(
    row: Pick<Selectable<VisitTable>, 'day' | 'ticket_id' | 'number' | 'kind' | 'created_at'>,
  ): Promise<boolean> {
    const added = await this.db
      .insertInto('visit')
      .values({ ...row, state: 'waiting', called_at: null, called_by: null })
      .onConflict((oc) => oc.columns(['day', 'number']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  }
  /** `false` where somebody has that number already. */
  async renumber({ id, day }: Pick<VisitRow, 'id' | 'day'>, number: string): Promise<boolean> {
    const changed = await this.db
      .updateTable('visit')
      .set({ number })
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('visit as other')
              .select('other.id')
              .where('other.day', '=', day)
              .where('other.number', '=', number),
          ),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  }
  async ofTicket(ticketId: number, day: string): Promise<VisitRow | undefined> {
    return this.#visits().where('visit.ticket_id', '=', ticketId).where('visit.day', '=', day).executeTakeFirst()
  }
  /** The number that somebody got first, whichever day that was. */
  async firstNumber(ticketId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('visit')
      .where('ticket_id', '=', ticketId)
      .select('number')
      .orderBy('id')
      .executeTakeFirst()
    return row?.number
  }
  async ofDay(day: string): Promise<VisitRow[]> {
    return this.#visits().where('visit.day', '=', day).orderBy('visit.id').execute()
  }
  /** How many came before and wait for the same. */
  async countAhead({ id, day, kind }: Pick<VisitRow, 'id' | 'day' | 'kind'>): Promise<number> {
    return countOf(
      this.db
        .selectFrom('visit')
        .innerJoin('ticket', 'ticket.id', 'visit.ticket_id')
        .where('visit.day', '=', day)
        .where(isWaiting)
        .where('visit.kind', '=', kind)
        .where('visit.id', '<', id),
    )
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
  /** The numbers that are called, the latest first. */
  async calledNumbers(day: string, count: number): Promise<string[]> {
    const rows = await this.#visits()
      .where('visit.day', '=', day)
      .where('visit.state', '=', 'called')
      .where('ticket.open', '=', 1)
      .orderBy('visit.called_at', 'desc')
      .orderBy('visit.id', 'desc')
      .limit(count)
      .execute()
    return rows.map(({ number }) => number)
  }
  /** Somebody's visit, until the end of the transaction. */
  async lock(ticketId: number, day: string): Promise<VisitRow | undefined> {
    return this.#visits()
      .where('visit.ticket_id', '=', ticketId)
      .where('visit.day', '=', day)
      .forNoKeyUpdate('visit')
      .executeTakeFirst()
  }
  /** The first who waits, of these kinds; whom somebody else is calling at this moment is left to them. */
  async lockNext(day: string, kinds: readonly number[]): Promise<VisitRow | undefined> {
    return this.#waitingOn(day)
      .$if(kinds.length > 0, (query) => query.where('visit.kind', 'in', [...kinds]))
      .orderBy('visit.id')
      .limit(1)
      .forNoKeyUpdate('visit')
      .skipLocked()
      .executeTakeFirst()
  }
  async setState(id: number, state: VisitState): Promise<void> {
    await this.db.updateTable('visit').set({ state }).where('id', '=', id).execute()
  }
  async call(id: number, memberId: number, at: number): Promise<void> {
    await this.db
      .updateTable('visit')
      .set({ state: 'called', called_by: memberId, called_at: at })
      .where('id', '=', id)
      .execute()
  }
}

const isWaiting = () => sql<boolean>`visit.state = 'waiting' and ticket.open = 1`
