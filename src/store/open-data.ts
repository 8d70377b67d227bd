import { sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { inList, literals } from './engine/value-lists.ts'
import type { Place } from './ticket-export.ts'

// With the plus SQLite goes by the time, and not through all that are finished.
const isFinished = sql<boolean>`+ticket.status in (${literals(statusesIn('finished'))})`

/** Finished repairs a part at a time, for whoever publishes all of them. */
export function openDataStore(db: Db) {
  return {
    /** The next ones finished before a moment, oldest first. */
    async after({ at, id }: Place, until: number, count: number) {
      return db
        .selectFrom('ticket')
        .where('finished_at', '>=', at)
        .where('finished_at', '<', until)
        .where((eb) => eb.or([eb('finished_at', '>', at), eb('ticket.id', '>', id)]))
        .where(isFinished)
        .innerJoin('person', 'person.id', 'ticket.person_id')
        .select([
          'ticket.id',
          'type',
          'kind',
          'status',
          'device',
          'device_model',
          'owner',
          'description',
          'finished_at',
        ])
        .select(['outcome', 'barrier', 'category', 'brand', 'year', 'remedy', 'person.name as person'])
        .orderBy('finished_at')
        .orderBy('ticket.id')
        .limit(count)
        .execute()
    },

    /** The keys of those that came in as open data, by ticket. Where that had no id, it is another sort of key. */
    async keysOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const rows = await db
        .selectFrom('imported')
        .where(inList(db, 'ticket_id', ids))
        .where('key', 'like', 'ords%')
        .select(['ticket_id', 'key'])
        .orderBy('key', 'desc')
        .execute()
      return new Map(rows.map(({ ticket_id, key }) => [ticket_id, key]))
    },

    /** Which of these keys something came in with. */
    async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('imported')
        .where(inList(db, 'key', keys))
        .select('key')
        .execute()
      return new Set(rows.map(({ key }) => key))
    },

    /** Everybody who is or was a member. */
    async memberNames(): Promise<string[]> {
      const rows = await db.selectFrom('member').where('erased', '=', 0).select('name').execute()
      return rows.map(({ name }) => name)
    },
  }
}

export type FinishedTicket = Awaited<ReturnType<ReturnType<typeof openDataStore>['after']>>[number]
