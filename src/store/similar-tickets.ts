import { sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { nested, rowsIn } from './engine/nested-rows.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'
import { inListValue, type ListValue, listValue, literals } from './engine/value-lists.ts'
import { workersOn } from './tickets.ts'

const described = preparedQuery((db, { ids }: Slots<{ ids: ListValue }>) =>
  db
    .selectFrom('ticket')
    .where(inListValue(db, 'id', ids))
    .where('merged_into', 'is', null)
    .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
    .select(['id', 'device', 'device_model', 'description', 'brand', 'category', 'remedy', 'finished_at']),
)

const finished = preparedQuery((db, { ids }: Slots<{ ids: ListValue }>) =>
  db
    .selectFrom('ticket')
    .where(inListValue(db, 'id', ids))
    .select(['id', 'device', 'device_model', 'description', 'status', 'outcome', 'brand', 'remedy', 'finished_at'])
    .select(nested(db, workersOn(db)).as('workers')),
)

// What decides whether it may be the same as another, and whether the two could become one.
const unfinished = preparedQuery(
  (db, { ids, personId, most }: Slots<{ ids: ListValue; personId: number; most: number }>) => {
    const of = (table: 'session' | 'identity') =>
      sql<boolean>`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.person_id`)} = ticket.person_id)`
    const here = sql<boolean>`exists (select 1 from holding where holding.ticket_id = ticket.id)`
    const theirs = db.selectFrom('ticket').where('person_id', '=', personId).where('open', '=', sql.lit(1))
    const bit = (what: ReturnType<typeof of>) => sql<number>`case when ${what} then 1 else 0 end`
    return db
      .selectFrom('ticket')
      .where((eb) =>
        eb.or([inListValue(db, 'id', ids), eb('id', 'in', theirs.orderBy('id', 'desc').limit(most).select('id'))]),
      )
      .where(sql<boolean>`+open = 1`)
      .select(['id', 'person_id', 'owner', 'phone', 'device', 'device_model', 'status', 'created_at', 'merged_into'])
      .select([bit(sql<boolean>`(${of('session')} or ${of('identity')})`).as('account'), bit(here).as('here')])
      .orderBy('id', 'desc')
  },
)

/** Tickets that may be like another, or the same. */
export function similarTicketStore(db: Db) {
  return {
    /** Those of these that are finished, as far as it tells what they are like. */
    finishedAmong: (ids: readonly number[]) => described(db, { ids: listValue(db, ids) }),

    /** In this order, as they are shown. */
    async finished(ids: readonly number[]) {
      const rows = await finished(db, { ids: listValue(db, ids) })
      const found = new Map(rows.map((row) => [row.id, { ...row, workers: rowsIn(row.workers) }]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    /** Those of these, and of somebody's newest, that are not over; the newest first. */
    unfinished: (ids: readonly number[], personId: number, most: number) =>
      unfinished(db, { ids: listValue(db, ids), personId, most }),
  }
}
