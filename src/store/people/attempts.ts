import { sql } from 'kysely'
import { databaseNow, hasAny, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** A counted attempt in the window that ends at `until`. */
export interface CountedAttempt {
  readonly key: Uint8Array
  readonly until: number
  readonly amount: number
}

// The window has ended, or a clock that was ahead began it: no wait exceeds one window.
const isOver = sql<boolean>`(attempt.until_at <= excluded.began_at or attempt.began_at > excluded.began_at)`

type AttemptValues = { key: Uint8Array; everyMs: number; count: number; amount: number }

const take = statement((db, a: AttemptValues) =>
  db
    .insertInto('attempt')
    .values({
      key: a.key,
      taken: a.amount,
      began_at: databaseNow(db),
      until_at: sql<number>`${databaseNow(db)} + ${a.everyMs}`,
    })
    .onConflict((oc) =>
      oc
        .column('key')
        .doUpdateSet({
          taken: sql`case when ${isOver} then excluded.taken else attempt.taken + excluded.taken end`,
          began_at: sql`case when ${isOver} then excluded.began_at else attempt.began_at end`,
          until_at: sql`case when ${isOver} then excluded.until_at else attempt.until_at end`,
        })
        .where((eb) => eb.or([isOver, eb(sql`attempt.taken + excluded.taken`, '<=', a.count)])),
    )
    .returning('until_at as until'),
)

/** Windows go by the database's clock, because the nodes' clocks differ. */
export class AttemptStore extends Queries {
  /**
   * Counts an attempt, or returns the end of the full window. One statement, so that two calls never take the same
   * place.
   */
  async take(
    key: Uint8Array,
    { count, everyMs }: { readonly count: number; readonly everyMs: number },
    amount = 1,
  ): Promise<{ readonly taken: CountedAttempt } | { readonly fullUntil: number; readonly waitMs: number }> {
    const [row] = await take(this.db, { key, everyMs, count, amount })
    if (row) return { taken: { key, until: row.until, amount } }
    const full = await this.db
      .selectFrom('attempt')
      .where('key', '=', key)
      .select(['until_at as fullUntil', sql<number>`until_at - ${databaseNow(this.db)}`.as('waitMs')])
      .executeTakeFirst()
    return full ?? { fullUntil: 0, waitMs: 0 }
  }
  isFull(key: Uint8Array, count: number): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('attempt')
        .where('key', '=', key)
        .where('taken', '>=', count)
        .where('until_at', '>', databaseNow(this.db))
        .select('taken'),
    )
  }
  /** Unless a new window has begun. */
  async refund({ key, until, amount }: CountedAttempt): Promise<void> {
    await this.db
      .updateTable('attempt')
      .set((eb) => ({ taken: eb('taken', '-', amount) }))
      .where('key', '=', key)
      .where('until_at', '=', until)
      .where('taken', '>=', amount)
      .execute()
  }
  async clear(key: Uint8Array): Promise<void> {
    await this.db.deleteFrom('attempt').where('key', '=', key).execute()
  }
  /** Deletes ended windows, and beyond `most` those that end first. */
  async deleteExpired(most: number): Promise<void> {
    await this.db.deleteFrom('attempt').where('until_at', '<=', databaseNow(this.db)).execute()
    const last = await this.db
      .selectFrom('attempt')
      .select('until_at')
      .orderBy('until_at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (last) await this.db.deleteFrom('attempt').where('until_at', '<=', last.until_at).execute()
  }
}
