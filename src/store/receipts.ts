import type { Db } from './engine/engine.ts'

/** The papers that visitors have, by the hash of their secret. A ticket has one at a time. */
export function receiptStore(db: Db) {
  return {
    async ticketOf(hash: Uint8Array): Promise<number | undefined> {
      const row = await db.selectFrom('receipt').where('hash', '=', hash).select('ticket_id').executeTakeFirst()
      return row?.ticket_id
    },
    /** In place of the one before, if there was one. */
    async put(ticketId: number, hash: Uint8Array, at: number): Promise<void> {
      const row = { ticket_id: ticketId, hash, created_at: at }
      await db
        .insertInto('receipt')
        .values(row)
        .onConflict((oc) => oc.column('ticket_id').doUpdateSet(row))
        .execute()
    },
    async has(ticketId: number): Promise<boolean> {
      const row = await db
        .selectFrom('receipt')
        .where('ticket_id', '=', ticketId)
        .select('ticket_id')
        .executeTakeFirst()
      return row !== undefined
    },
    /** `false` where there was none. */
    async end(ticketId: number): Promise<boolean> {
      const row = await db
        .deleteFrom('receipt')
        .where('ticket_id', '=', ticketId)
        .returning('ticket_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
