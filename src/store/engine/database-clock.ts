import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#kit/time.ts'
import { postgres, sqlite } from './dialects.ts'
import type { Db } from './engine.ts'
import { isBuilding, Placeholder } from './placeholder.ts'
import { isEmbedded } from './sql-words.ts'

const moved = new WeakMap<Db, Clock>()

/** Tests move a clock by hand, and the database's cannot be moved. */
export function moveClock(db: Db, clock: Clock): void {
  moved.set(db, clock)
}

/** The time of a clock that was moved by hand; without one the database's own clock counts. */
const movedTime = (db: Db): number | null => moved.get(db)?.() ?? null

/**
 * The present as the database has it. What one node writes and another compares with the present, such as a lease, goes by this: the
 * clocks of two machines may be minutes apart.
 */
export function present(db: Db): RawBuilder<number> {
  const { int, now } = isEmbedded(db) ? sqlite : postgres
  const time = isBuilding() ? new Placeholder('present', movedTime) : movedTime(db)
  return sql<number>`coalesce(cast(${time} as ${sql.raw(int)}), ${sql.raw(now)})`
}
