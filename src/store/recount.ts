import { type RawBuilder, sql } from 'kysely'
import type { Db } from './engine.ts'
import { lists } from './tally.ts'

/** Where each list comes from, list by list so that no single statement takes long. */
const sources: readonly { readonly lists: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> }[] = [
  single(lists.all, sql`true`),
  single(lists.appliances, sql`type = 0`),
  single(lists.computers, sql`type = 1`),
  single(lists.unclaimed, sql`status = 0`),
  single(lists.open, sql`open = 1`),
  single(lists.openAppliances, sql`open = 1 and type = 0`),
  single(lists.openComputers, sql`open = 1 and type = 1`),
  single(lists.unforwarded, sql`forwarded_at is null`),
  {
    lists: sql`list >= 1000 and list % 2 = 0`,
    rows: sql`select 1000 + 2 * member_id as list, ticket_id as id from worker`,
  },
  {
    lists: sql`list >= 1000 and list % 2 = 1`,
    rows: sql`select 1001 + 2 * member_id as list, ticket_id as id from worker where open = 1`,
  },
]

function single(list: number, which: RawBuilder<unknown>) {
  return {
    lists: sql`list = ${sql.lit(list)}`,
    rows: sql`select ${sql.lit(list)} as list, id from ticket where ${which}`,
  }
}

/** How many tallies do not say what the rows do: none, unless something is broken. */
export async function driftOf(db: Db): Promise<number> {
  let wrong = 0
  for (const { lists: which, rows } of sources) {
    const truth = sql`select list, id / 128 as block, count(*) as n from (${rows}) listed group by list, id / 128`
    wrong += await differing(db, sql`level = 1 and ${which}`, truth)
  }
  // Each further level against the one below it.
  const second = sql`select list, block / 128 as block, sum(n) as n from tally where level = 1 group by list, block / 128`
  const third = sql`select list, 0 as block, sum(n) as n from tally where level = 2 group by list`
  return wrong + (await differing(db, sql`level = 2`, second)) + (await differing(db, sql`level = 3`, third))
}

async function differing(db: Db, which: RawBuilder<unknown>, truth: RawBuilder<unknown>): Promise<number> {
  const kept = sql`select list, block, n from tally where ${which} and n <> 0`
  const meant = sql`select list, block, n from (${truth}) meant where n <> 0`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select * from (select * from (${kept}) a except select * from (${meant}) b) c
      union all
      select * from (select * from (${meant}) d except select * from (${kept}) e) f
    ) g`.execute(db)
  // A connection that was opened for a look alone may tell counts as text.
  return Number(rows[0]?.n ?? 0)
}
