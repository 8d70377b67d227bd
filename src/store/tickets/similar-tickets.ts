import { sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import { inList, literals, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const finished = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('ticket')
    .where(inList(db, 'id', ids))
    .where('merged_into', 'is', null)
    .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
    .select(['id', 'device', 'device_model', 'description', 'status', 'outcome', 'brand', 'category', 'remedy'])
    .select('finished_at'),
)

const openOf = statement((db, { personId, most }: { personId: number; most: number }) =>
  db
    .selectFrom('ticket')
    .where('person_id', '=', personId)
    // The plus keeps the databases from using the index by that column.
    .where(sql<boolean>`+open = 1`)
    .select('id')
    .orderBy('id', 'desc')
    .limit(most),
)

const unfinished = statement((db, { ids }: { ids: readonly number[] }) => {
  const of = (table: 'session' | 'identity') =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.person_id`)} = ticket.person_id)`
  const here = sql<boolean>`exists (select 1 from holding where holding.ticket_id = ticket.id)`
  const bit = (what: ReturnType<typeof of>) => sql<number>`case when ${what} then 1 else 0 end`
  return db
    .selectFrom('ticket')
    .where('open', '=', sql.lit(1))
    .where(inList(db, 'id', ids))
    .select(['id', 'person_id', 'owner', 'phone', 'device', 'device_model', 'status', 'created_at', 'merged_into'])
    .select([bit(sql<boolean>`(${of('session')} or ${of('identity')})`).as('account'), bit(here).as('here')])
    .orderBy('id', 'desc')
})

export class SimilarTicketStore extends Queries {
  finished(ids: readonly number[]) {
    return finished(this.db, { ids })
  }

  async openOf(personId: number, most: number): Promise<number[]> {
    return (await openOf(this.db, { personId, most })).map(({ id }) => id)
  }

  unfinished(ids: readonly number[]) {
    return unfinished(this.db, { ids })
  }
}
