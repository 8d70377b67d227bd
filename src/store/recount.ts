import { type RawBuilder, sql } from 'kysely'
import type { Db } from './engine.ts'

/** What the tallies must say, counted from the rows themselves. The list numbers are those of tally.ts. */
const counted = sql`
  select list, 1 as level, id / 128 as block, count(*) as n from (
    select 0 as list, id from ticket
    union all select 1 + type, id from ticket
    union all select 3, id from ticket where status = 0
    union all select 10, id from ticket where open = 1
    union all select 11 + type, id from ticket where open = 1
    union all select 20, id from ticket where forwarded_at is null
    union all select 1000 + 2 * member_id, ticket_id from worker
    union all select 1001 + 2 * member_id, ticket_id from worker where open = 1
  ) listed group by list, id / 128`

/** Each level from the one below it. */
const second = sql`select list, 2 as level, block / 128 as block, sum(n) as n from tally where level = 1 group by list, block / 128`
const third = sql`select list, 3 as level, 0 as block, sum(n) as n from tally where level = 2 group by list`

/** How many tallies do not say what the rows do: none, unless something is broken. */
export async function driftOf(db: Db): Promise<number> {
  let wrong = 0
  for (const [level, truth] of [counted, second, third].entries()) wrong += await differing(db, level + 1, truth)
  return wrong
}

async function differing(db: Db, level: number, truth: RawBuilder<unknown>): Promise<number> {
  const kept = sql`select list, level, block, n from tally where level = ${sql.lit(level)} and n <> 0`
  const meant = sql`select list, level, block, n from (${truth}) meant where n <> 0`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select * from (select * from (${kept}) a except select * from (${meant}) b) c
      union all
      select * from (select * from (${meant}) d except select * from (${kept}) e) f
    ) g`.execute(db)
  return rows[0]?.n ?? 0
}

/** Fills empty tallies for tickets that were written in bulk. */
export async function fillTallies(db: Db): Promise<void> {
  for (const truth of [counted, second, third])
    await sql`insert into tally (list, level, block, n) ${truth}`.execute(db)
}
