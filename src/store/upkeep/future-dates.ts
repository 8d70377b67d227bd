import { sql } from 'kysely'
import type { Db } from '../engine/index.ts'

/** Corrects rows with dates of a clock that was ahead. Otherwise they would expire too late. */
export function futureDateStore(db: Db) {
  return {
    /** Sets times after `later` to `now`, in columns from which an expiry is counted. */
    async redate(now: number, later: number): Promise<void> {
      for (const column of ['created_at', 'used_at', 'member_used_at', 'proven_at', 'confirmed_at'] as const)
        await db.updateTable('session').set(column, now).where(column, '>', later).execute()
      await db.updateTable('person').set({ proven_at: now }).where('proven_at', '>', later).execute()
      await db
        .updateTable('code')
        .set({
          created_at: now,
          // The expiry uses the database's clock, which may have been right.
          expires_at: sql`case when expires_at > ${sql.lit(later)} then expires_at - created_at + ${sql.lit(now)} else expires_at end`,
        })
        .where('created_at', '>', later)
        .execute()
      await db.updateTable('idempotency_key').set({ created_at: now }).where('created_at', '>', later).execute()
      await db.updateTable('notice').set({ at: now }).where('at', '>', later).execute()
      await db.updateTable('media').set({ created_at: now }).where('created_at', '>', later).execute()
      await db.updateTable('outbox').set({ done_at: now }).where('done_at', '>', later).execute()
      await db.updateTable('member').set({ removed_at: now }).where('removed_at', '>', later).execute()
      await db.deleteFrom('kiosk').where('created_at', '>', later).execute() // it would stay open until then
      await db
        .updateTable('ticket')
        .set({ ended_at: now })
        .where('scrubbed', '=', 0)
        .where('ended_at', '>', later)
        .execute()
    },
  }
}
