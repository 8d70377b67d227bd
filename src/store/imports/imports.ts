import { sql } from 'kysely'
import { noteTypes, statusesIn } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import { advisoryLock, inList, insertRows, reserveIds } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { TicketRecord } from '../tickets/tickets.ts'

export interface ImportedTicket
  extends Omit<TicketRecord, 'id' | 'person_id' | 'forwarded_at' | 'merged_into' | 'hidden'> {
  /** The keys for later imports. */
  readonly keys: readonly string[]
  readonly workers: readonly { readonly memberId: number; readonly since: number }[]
  /** Becomes an internal note, if there are any. */
  readonly remarks: string
}

const ticketColumns = {
  id: 'bigint',
  person_id: 'bigint',
  type: 'bigint',
  kind: 'bigint',
  status: 'bigint',
  open: 'bigint',
  device: 'text',
  device_model: 'text',
  owner: 'text',
  phone: 'text',
  description: 'text',
  accessories: 'text',
  created_at: 'bigint',
  claimed_at: 'bigint',
  finished_at: 'bigint',
  confirmed_at: 'bigint',
  ended_at: 'bigint',
  scrubbed: 'bigint',
  outcome: 'text',
  barrier: 'text',
  category: 'bigint',
  brand: 'text',
  year: 'bigint',
  remedy: 'text',
} as const

const lockNumber = 464_554_458
const cameIn = JSON.stringify({ say: 'note_imported' } satisfies Phrase)

export class ImportStore extends Queries {
  /** One import at a time: the second of two equal ones finds all rows. SQLite has one change at a time anyway. */
  async lockImports(): Promise<void> {
    await advisoryLock(this.db, lockNumber)
  }

  /** The tickets of these keys. */
  async ticketsOfKeys(keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.db
      .selectFrom('imported')
      .where(inList(this.db, 'key', keys))
      .select(['key', 'ticket_id'])
      .execute()
    return new Map(rows.map(({ key, ticket_id }) => [key, ticket_id]))
  }

  /** For tickets without the id of another provider. */
  async finishedTimes(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db
      .selectFrom('ticket')
      .where(inList(this.db, 'id', ids))
      .where('status', 'in', statusesIn('finished'))
      .where(
        sql<boolean>`not exists (select 1 from imported where imported.ticket_id = ticket.id and key like 'ords %')`,
      )
      .select(['id', 'finished_at'])
      .execute()
    return new Map(rows.map(({ id, finished_at }) => [id, finished_at ?? 0]))
  }

  /** Active ones last, so that of two members with one name the active one counts. */
  async namesakes(): Promise<{ id: number; name: string; active: number }[]> {
    return this.db
      .selectFrom('member')
      .where('erased', '=', 0)
      .select(['id', 'name', 'active'])
      .orderBy('active')
      .orderBy('id')
      .execute()
  }

  async team() {
    return this.db
      .selectFrom('member')
      .where('active', '=', 1)
      .select(['name', 'phone', 'stuid', 'class', 'college', 'admin'])
      .execute()
  }

  /** Each ticket gets its own owner, like a visitor's ticket, and is queued for lists and search. */
  async add(
    tickets: readonly ImportedTicket[],
    { importId, at }: { readonly importId: number; readonly at: number },
  ): Promise<void> {
    const people = await reserveIds(this.db, 'person', tickets.length)
    const numbers = await reserveIds(this.db, 'ticket', tickets.length)
    const all = tickets.map((ticket, i) => ({ ...ticket, id: numbers[i] ?? 0, person_id: people[i] ?? 0 }))
    await insertRows(
      this.db,
      'person',
      { id: 'bigint', created_at: 'bigint' },
      all.map(({ person_id }) => ({ id: person_id, created_at: at })),
    )
    await insertRows(this.db, 'ticket', ticketColumns, all)
    await insertRows(
      this.db,
      'note',
      { ticket_id: 'bigint', type: 'bigint', content: 'text', created_at: 'bigint' },
      all.flatMap(({ id, created_at, remarks }) => [
        { ticket_id: id, type: noteTypes.recorded, content: cameIn, created_at },
        ...(remarks === '' ? [] : [{ ticket_id: id, type: noteTypes.internal, content: remarks, created_at }]),
      ]),
    )
    await insertRows(
      this.db,
      'worker',
      { ticket_id: 'bigint', member_id: 'bigint', open: 'bigint', since: 'bigint' },
      all.flatMap(({ id, open, workers }) =>
        workers.map(({ memberId, since }) => ({ ticket_id: id, member_id: memberId, open, since })),
      ),
    )
    await insertRows(
      this.db,
      'imported',
      { key: 'text', ticket_id: 'bigint', import_id: 'bigint' },
      all.flatMap(({ id, keys }) => keys.map((key) => ({ key, ticket_id: id, import_id: importId }))),
      // Another row of the table may have the same key.
      sql`on conflict (key) do nothing`,
    )
    await insertRows(
      this.db,
      'tally_queue',
      { ticket_id: 'bigint', counted: 'text' },
      all.map(({ id }) => ({ ticket_id: id, counted: '' })),
    )
    await insertRows(
      this.db,
      'gram_queue',
      { ticket_id: 'bigint' },
      all.map(({ id }) => ({ ticket_id: id })),
    )
  }
}
