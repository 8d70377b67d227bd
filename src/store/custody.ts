import type { Insertable, Selectable } from 'kysely'
import type { Db } from './engine/engine.ts'
import type { CustodyTable, HoldingTable } from './tables.ts'

export type HoldingRow = Selectable<HoldingTable>

/** Where devices are: the ledger, and what follows from it. */
export function custodyStore(db: Db) {
  return {
    async holding(ticketId: number): Promise<HoldingRow | undefined> {
      return db.selectFrom('holding').where('ticket_id', '=', ticketId).selectAll().executeTakeFirst()
    },
    async write(line: Insertable<CustodyTable>): Promise<void> {
      await db.insertInto('custody').values(line).execute()
    },
    /** Where it is from now on. */
    async hold(row: HoldingRow): Promise<void> {
      await db
        .insertInto('holding')
        .values(row)
        .onConflict((oc) => oc.column('ticket_id').doUpdateSet(row))
        .execute()
    },
    async letGo(ticketId: number): Promise<void> {
      await db.deleteFrom('holding').where('ticket_id', '=', ticketId).execute()
    },
  }
}
