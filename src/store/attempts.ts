import { sql } from 'kysely'
import type { Db } from './engine.ts'
import { hot } from './hot.ts'

/** A try that was counted, in the window that ends then. */
export interface Taken {
  readonly key: Uint8Array
  readonly until: number
}

// Over, or begun by a clock that was ahead: nobody waits for longer than a window.
const isOver = sql<boolean>`(attempt.until_at <= excluded.began_at or attempt.began_at > excluded.began_at)`

const take = hot<{ key: Uint8Array; now: number; until: number; count: number }>()(
  ['key', 'now', 'until', 'count'],
  (db, a) =>
    db
      .insertInto('attempt')
      .values({ key: a.key, taken: 1, began_at: a.now, until_at: a.until })
      .onConflict((oc) =>
        oc
          .column('key')
          .doUpdateSet({
            taken: sql`case when ${isOver} then 1 else attempt.taken + 1 end`,
            began_at: sql`case when ${isOver} then excluded.began_at else attempt.began_at end`,
            until_at: sql`case when ${isOver} then excluded.until_at else attempt.until_at end`,
          })
          .where((eb) => eb.or([isOver, eb('attempt.taken', '<', a.count)])),
      )
      .returning('until_at as until'),
)

/** How often something was tried, by key. */
export function attemptStore(db: Db) {
  return {
    /** Counts one more in the key's window, or says when that ends if it is full. One statement, so that no two take the same place. */
    async take(
      key: Uint8Array,
      rate: { readonly count: number; readonly everyMs: number },
      now: number,
    ): Promise<{ readonly taken: Taken } | { readonly fullUntil: number }> {
      const [row] = await take(db, { key, now, until: now + rate.everyMs, count: rate.count })
      if (row) return { taken: { key, until: row.until } }
      const full = await db.selectFrom('attempt').where('key', '=', key).select('until_at').executeTakeFirst()
      return { fullUntil: full?.until_at ?? now }
    },
    /** For what was counted and need not be; a window that has begun since is another one. */
    async giveBack({ key, until }: Taken): Promise<void> {
      await db
        .updateTable('attempt')
        .set((eb) => ({ taken: eb('taken', '-', 1) }))
        .where('key', '=', key)
        .where('until_at', '=', until)
        .where('taken', '>', 0)
        .execute()
    },
    async clear(key: Uint8Array): Promise<void> {
      await db.deleteFrom('attempt').where('key', '=', key).execute()
    },
    /** Forgets windows that are over, and of more than `most` those that end first. */
    async sweep(now: number, most: number): Promise<void> {
      await db.deleteFrom('attempt').where('until_at', '<=', now).execute()
      const last = await db
        .selectFrom('attempt')
        .select('until_at')
        .orderBy('until_at', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst()
      if (last) await db.deleteFrom('attempt').where('until_at', '<=', last.until_at).execute()
    },
  }
}
