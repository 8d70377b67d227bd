import type { Selectable } from 'kysely'
import type { VisitState } from '#contract/counter.ts'
import type { Db } from './engine/engine.ts'
import { isEmbedded } from './engine/value-lists.ts'
import type { VisitTable } from './tables.ts'

export type VisitRow = Selectable<VisitTable>

/** Who is in the queue of a day, and the numbers that were given out. */
export function visitStore(db: Db) {
  return {
    /** The next number of a letter: of two at once the second waits, and what is rolled back is given out again. */
    async nextNumber(day: string, letter: string): Promise<number> {
      const { last } = await db
        .insertInto('day_number')
        .values({ day, letter, last: 1 })
        .onConflict((oc) =>
          oc.columns(['day', 'letter']).doUpdateSet((eb) => ({ last: eb('day_number.last', '+', 1) })),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      return last
    },
    async add(row: Pick<VisitRow, 'day' | 'ticket_id' | 'number' | 'kind' | 'created_at'>): Promise<void> {
      await db
        .insertInto('visit')
        .values({ ...row, state: 'waiting', called_at: null, called_by: null })
        .execute()
    },
    async isTaken(day: string, number: string): Promise<boolean> {
      const row = await db
        .selectFrom('visit')
        .where('day', '=', day)
        .where('number', '=', number)
        .select('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async ofTicket(ticketId: number, day: string): Promise<VisitRow | undefined> {
      return db
        .selectFrom('visit')
        .where('ticket_id', '=', ticketId)
        .where('day', '=', day)
        .selectAll()
        .executeTakeFirst()
    },
    /** The same, until the end of the transaction. */
    async hold(ticketId: number, day: string): Promise<VisitRow | undefined> {
      return db
        .selectFrom('visit')
        .where('ticket_id', '=', ticketId)
        .where('day', '=', day)
        .selectAll()
        .$if(!isEmbedded(db), (query) => query.forNoKeyUpdate())
        .executeTakeFirst()
    },
    /** The first who waits, of these kinds; whom somebody else is calling at this moment is left to them. */
    async holdNext(day: string, kinds: readonly number[]): Promise<VisitRow | undefined> {
      return db
        .selectFrom('visit')
        .where('day', '=', day)
        .where('state', '=', 'waiting')
        .$if(kinds.length > 0, (query) => query.where('kind', 'in', [...kinds]))
        .selectAll()
        .orderBy('id')
        .limit(1)
        .$if(!isEmbedded(db), (query) => query.forNoKeyUpdate().skipLocked())
        .executeTakeFirst()
    },
    async put(id: number, state: VisitState): Promise<void> {
      await db.updateTable('visit').set({ state }).where('id', '=', id).execute()
    },
    async call(id: number, memberId: number, at: number): Promise<void> {
      await db
        .updateTable('visit')
        .set({ state: 'called', called_by: memberId, called_at: at })
        .where('id', '=', id)
        .execute()
    },
  }
}
