import type { Db } from './engine.ts'
import type { OutboxTable } from './tables.ts'

/** Promises to the outside, written in the transaction that makes them. */
export function outboxStore(db: Db) {
  return {
    async promise(kind: OutboxTable['kind'], ref: string, payload: object, at: number): Promise<void> {
      await db
        .insertInto('outbox')
        .values({ kind, ref, payload: JSON.stringify(payload), created_at: at, due_at: at, done_at: null })
        .execute()
    },
  }
}
