import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#kit/time.ts'
import { postgres, sqlite } from './dialects.ts'
import type { Db } from './engine.ts'
import { Placeholder } from './placeholder.ts'
import { isEmbedded } from './sql-words.ts'

const testClocks = new WeakMap<Db, Clock>()

/** Replaces the database's own clock, which tests cannot move. */
export function setTestClock(db: Db, clock: Clock): void {
  testClocks.set(db, clock)
}

/**
 * The present time by the database's clock. Use it for times that nodes compare with each other, such as leases, because the clocks of two
 * machines may differ by minutes.
 */
export function databaseNow(db: Db): RawBuilder<number> {
  const { int, now } = isEmbedded(db) ? sqlite : postgres
  const testTime = new Placeholder('databaseNow', (on) => testClocks.get(on)?.() ?? null)
  return sql<number>`coalesce(cast(${testTime} as ${sql.raw(int)}), ${sql.raw(now)})`
}
