import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#kit/time.ts'
import { postgres, sqlite } from './dialects.ts'
import type { Db } from './engine.ts'
import { isEmbedded } from './value-lists.ts'

const moved = new WeakMap<Db, Clock>()

/** Tests move a clock by hand, and the database's cannot be moved. */
export function moveClock(db: Db, clock: Clock): void {
  moved.set(db, clock)
}

/** What to bind for `present`: nothing, unless the clock is moved by hand. */
export const movedClock = (db: Db): number | null => moved.get(db)?.() ?? null

/**
 * The present as the database has it. What one node writes and another compares with the present, such as a lease, goes by this: the
 * clocks of two machines may be minutes apart.
 */
export function present(db: Db, given: RawBuilder<number | null> = sql`${movedClock(db)}`): RawBuilder<number> {
  const { int, now } = isEmbedded(db) ? sqlite : postgres
  return sql<number>`coalesce(cast(${given} as ${sql.raw(int)}), ${sql.raw(now)})`
}
