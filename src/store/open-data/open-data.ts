import { sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import { inList, literals, numberTable } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { type TicketCursor, ticketsAfter } from '../tickets/export.ts'

// The plus makes SQLite use the index by time instead of reading all finished tickets.
const isFinished = sql<boolean>`+ticket.status in (${literals(statusesIn('finished'))})`

export class OpenDataStore extends Queries {
  async after(cursor: TicketCursor, until: number, count: number) {
    return ticketsAfter(this.db, 'finished_at', cursor, until, count)
      .where(isFinished)
      .select(['id', 'type', 'kind', 'status', 'device', 'device_model', 'description', 'finished_at', 'hidden'])
      .select(['outcome', 'barrier', 'category', 'brand', 'year', 'remedy'])
      .execute()
  }

  /** The keys of tickets that were imported as open data. Other imported tickets have other keys. */
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

  async knownKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.db
      .selectFrom('imported')
      .where(inList(this.db, 'key', keys))
      .select('key')
      .execute()
    return new Set(rows.map(({ key }) => key))
  }

  /** Present and former owners of each ticket and of those merged into it: its texts may name any of them. */
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

  /** Present and former members: texts may name them. */
  async memberNames(): Promise<string[]> {
    const rows = await this.db.selectFrom('member').select('name').execute()
    return rows.map(({ name }) => name)
  }
}

export type RepairRow = Awaited<ReturnType<OpenDataStore['after']>>[number]
