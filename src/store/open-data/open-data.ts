import { sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import { inList, literals, numberTable } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { TicketCursor } from '../tickets/export.ts'

// With the plus SQLite goes by the time, and not through all that are finished.
const isFinished = sql<boolean>`+ticket.status in (${literals(statusesIn('finished'))})`

/** Finished repairs a part at a time, for whoever publishes all of them. */
export class OpenDataStore extends Queries {
  /** The next ones finished before a moment, oldest first. */
  async after({ at, id }: TicketCursor, until: number, count: number) {
    return this.db
      .selectFrom('ticket')
      .where('finished_at', '>=', at)
      .where('finished_at', '<', until)
      .where((eb) => eb.or([eb('finished_at', '>', at), eb('id', '>', id)]))
      .where(isFinished)
      .select(['id', 'type', 'kind', 'status', 'device', 'device_model', 'description', 'finished_at', 'hidden'])
      .select(['outcome', 'barrier', 'category', 'brand', 'year', 'remedy'])
      .orderBy('finished_at')
      .orderBy('id')
      .limit(count)
      .execute()
  }

  /** The keys of those that came in as open data, by ticket. Where that had no id, it is another sort of key. */
  async keysOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.db
      .selectFrom('imported')
      .where(inList(this.db, 'ticket_id', ids))
      .where('key', 'like', 'ords%')
      .select(['ticket_id', 'key'])
      .orderBy('key', 'desc')
      .execute()
    return new Map(rows.map(({ ticket_id, key }) => [ticket_id, key]))
  }

  /** Which of these keys something came in with. */
  async knownKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.db
      .selectFrom('imported')
      .where(inList(this.db, 'key', keys))
      .select('key')
      .execute()
    return new Set(rows.map(({ key }) => key))
  }

  /** What those are called whose these tickets are and were, and those that were joined with them: their texts are those of both. */
  async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const { rows } = await sql<{ id: number; owner: string; person: string; former: string | null }>`
      with recursive came (id, ticket_id) as (
        select given.value, given.value from ${numberTable(this.db, ids)}
        union all
        select came.id, ticket_merge.ticket_id from ticket_merge join came on ticket_merge.into_id = came.ticket_id
      )
      select came.id, ticket.owner, person.name as person, former.name as former
      from came
      join ticket on ticket.id = came.ticket_id
      join person on person.id = ticket.person_id
      left join ticket_merge on ticket_merge.ticket_id = came.ticket_id
      left join person as former on former.id = ticket_merge.person_id`.execute(this.db)
    const people = new Map<number, string[]>()
    for (const { id, owner, person, former } of rows)
      people.getOrInsertComputed(id, () => []).push(owner, person, former ?? '')
    return people
  }

  /** Everybody who is or was a member, also whoever was erased: texts that others wrote may have their name still. */
  async memberNames(): Promise<string[]> {
    const rows = await this.db.selectFrom('member').select('name').execute()
    return rows.map(({ name }) => name)
  }
}

export type RepairRow = Awaited<ReturnType<OpenDataStore['after']>>[number]
