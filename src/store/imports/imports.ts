import { sql } from 'kysely'
import { noteTypes, statusesIn } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import type { Db } from '../engine/engine.ts'
import { inList, isEmbedded } from '../engine/value-lists.ts'
import type { TicketRow } from '../tickets/tickets.ts'

/** A ticket that comes from a table, with who worked on it. */
export interface ImportedTicket
  extends Omit<TicketRow, 'id' | 'person_id' | 'forwarded_at' | 'merged_into' | 'hidden'> {
  /** By which the same row is known again. */
  readonly keys: readonly string[]
  readonly workers: readonly { readonly memberId: number; readonly since: number }[]
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

type Value = string | number | null

// Any constant that nothing else in the database uses.
const lockNumber = 464_554_458
const cameIn = JSON.stringify({ say: 'note_imported' } satisfies Phrase)

/** What comes from tables, many rows with each statement. */
export function importStore(db: Db) {
  /** Numbers for so many rows. On SQLite nobody else writes, and the table counts on by itself from the highest. */
  async function ids(table: 'person' | 'ticket', count: number): Promise<number[]> {
    if (isEmbedded(db)) {
      const last = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
      return Array.from({ length: count }, (_, i) => (last.rows[0]?.seq ?? 0) + 1 + i)
    }
    const next = sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
    return (await next.execute(db)).rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  /** All rows in one parameter, or one for each column, so that the text of the statement stays the same. */
  async function insert(
    table: string,
    columns: Readonly<Record<string, string>>,
    rows: readonly Value[][],
    onConflict = sql``,
  ) {
    if (rows.length === 0) return
    const names = Object.keys(columns)
    // Without a condition SQLite would take `on conflict` for that of a join.
    const given = isEmbedded(db)
      ? sql`select ${sql.join(names.map((_, i) => sql`value->>${sql.lit(i)}`))} from json_each(${JSON.stringify(rows)}) where true`
      : sql`select * from unnest(${sql.join(Object.values(columns).map((type, i) => sql`${rows.map((row) => row[i] ?? null)}::${sql.raw(type)}[]`))})`
    const own = 'id' in columns && !isEmbedded(db) ? sql`overriding system value` : sql``
    const into = sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`
    await sql`${into} ${own} ${given} ${onConflict}`.execute(db)
  }

  return {
    /** One import at a time: of the same file twice at once the second one finds all of it. On SQLite there is one change at a time. */
    async takeTurns(): Promise<void> {
      if (!isEmbedded(db)) await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(db)
    },

    /** Which of these came before, and as which ticket. */
    async known(keys: readonly string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('imported')
        .where(inList(db, 'key', keys))
        .select(['key', 'ticket_id'])
        .execute()
      return new Map(rows.map(({ key, ticket_id }) => [key, ticket_id]))
    },

    /** When those of these tickets were finished that are, and that did not come with the id of another provider. */
    async finished(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('ticket')
        .where(inList(db, 'id', ids))
        .where('status', 'in', statusesIn('finished'))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('imported')
                .whereRef('imported.ticket_id', '=', 'ticket.id')
                .where('key', 'like', 'ords %')
                .select('key'),
            ),
          ),
        )
        .select(['id', 'finished_at'])
        .execute()
      return new Map(rows.map(({ id, finished_at }) => [id, finished_at ?? 0]))
    },

    /** Members by name, those who are one now last, so that of two with a name theirs counts. */
    async namesakes(): Promise<{ id: number; name: string; active: number }[]> {
      return db
        .selectFrom('member')
        .where('erased', '=', 0)
        .select(['id', 'name', 'active'])
        .orderBy('active')
        .orderBy('id')
        .execute()
    },

    /** Everybody who is a member. */
    async team() {
      return db
        .selectFrom('member')
        .where('active', '=', 1)
        .select(['name', 'phone', 'stuid', 'class', 'college', 'admin'])
        .execute()
    },

    /** Each with an owner of its own, as a visitor's ticket has, and queued for the lists and the search. */
    async add(
      tickets: readonly ImportedTicket[],
      { importId, at }: { readonly importId: number; readonly at: number },
    ): Promise<void> {
      const people = await ids('person', tickets.length)
      const numbers = await ids('ticket', tickets.length)
      const all = tickets.map((ticket, i) => ({ ...ticket, id: numbers[i] ?? 0, person_id: people[i] ?? 0 }))
      const names = Object.keys(ticketColumns) as (keyof typeof ticketColumns)[] // its own
      await insert(
        'person',
        { id: 'bigint', created_at: 'bigint' },
        all.map(({ person_id }) => [person_id, at]),
      )
      await insert(
        'ticket',
        ticketColumns,
        all.map((ticket) => names.map((name) => ticket[name])),
      )
      await insert(
        'note',
        { ticket_id: 'bigint', type: 'bigint', content: 'text', created_at: 'bigint' },
        all.map(({ id, created_at }) => [id, noteTypes.recorded, cameIn, created_at]),
      )
      await insert(
        'worker',
        { ticket_id: 'bigint', member_id: 'bigint', open: 'bigint', since: 'bigint' },
        all.flatMap(({ id, open, workers }) => workers.map(({ memberId, since }) => [id, memberId, open, since])),
      )
      await insert(
        'imported',
        { key: 'text', ticket_id: 'bigint', import_id: 'bigint' },
        all.flatMap(({ id, keys }) => keys.map((key) => [key, id, importId])),
        // One of its keys may be that of a ticket that accounts for another row of the table.
        sql`on conflict (key) do nothing`,
      )
      await insert(
        'tally_queue',
        { ticket_id: 'bigint', counted: 'text' },
        all.map(({ id }) => [id, '']),
      )
      await insert(
        'gram_queue',
        { ticket_id: 'bigint' },
        all.map(({ id }) => [id]),
      )
    },
  }
}
