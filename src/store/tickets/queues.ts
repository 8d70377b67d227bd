import { sql } from 'kysely'
import { type Db, deferredStatement, inList, rowTable, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'
import { decodeLists, encodeLists, ListCountStore, listsOf } from './list-counts.ts'
import { SearchIndexStore } from './search-index.ts'
import { searchableNotes } from './searchable-notes.ts'

type Queue = 'tally_queue' | 'gram_queue'

export interface IndexedText
  extends Pick<Tables['ticket'], 'owner' | 'phone' | 'device' | 'device_model' | 'description'> {
  readonly remedy: string
  readonly notes: string
}

const toTally = deferredStatement((db, { id, counted }: { id: number; counted: string }) =>
  db
    .insertInto('tally_queue')
    .values({ ticket_id: id, counted })
    .onConflict((oc) => oc.doNothing()),
)

const toIndex = deferredStatement((db, { id }: { id: number }) => db.insertInto('gram_queue').values({ ticket_id: id }))

const toIndexAgain = deferredStatement((db, { id }: { id: number }) =>
  db
    .insertInto('gram_queue')
    .values({ ticket_id: id, again: 1 })
    // A new number tells the job that the ticket changed while it was indexed.
    .onConflict((oc) => oc.column('ticket_id').doUpdateSet((eb) => ({ again: eb('gram_queue.again', '+', 1) }))),
)

const unindexed = statement((db) => db.selectFrom('gram_queue').select('ticket_id as id'))

const forEachQueue = <Statement>(prepare: (queue: Queue) => Statement) => ({
  tally_queue: prepare('tally_queue'),
  gram_queue: prepare('gram_queue'),
})

const lengths = forEachQueue((queue) =>
  statement((db) => db.selectFrom(queue).select((eb) => eb.fn.countAll<number>().as('n'))),
)

const holdOldest = forEachQueue((queue) =>
  statement((db, { count }: { count: number }) => {
    const oldest = db.selectFrom(queue).select('ticket_id').orderBy('ticket_id').limit(count)
    const tickets = db.selectFrom('ticket').where('id', 'in', oldest).select('id').orderBy('id')
    return tickets.forNoKeyUpdate().skipLocked()
  }),
)

const leaveTally = statement((db, { ids }: { ids: readonly number[] }) =>
  db.deleteFrom('tally_queue').where(inList(db, 'ticket_id', ids)),
)

const indexedColumns = [
  'ticket.id',
  'ticket.owner',
  'ticket.phone',
  'ticket.device',
  'ticket.device_model',
  'ticket.description',
  'ticket.remedy',
] as const

const queued = (db: Db, queue: Queue, ids: { ids: readonly number[] }['ids']) =>
  db
    .selectFrom(queue)
    .innerJoin('ticket', 'ticket.id', `${queue}.ticket_id`)
    .where(inList(db, `${queue}.ticket_id`, ids))
    .orderBy('ticket.id')

const queuedToTally = statement((db, { ids }: { ids: readonly number[] }) =>
  queued(db, 'tally_queue', ids)
    .select(['ticket.id', 'ticket.type', 'ticket.status', 'ticket.open', 'ticket.forwarded_at'])
    .select(['ticket.created_at', 'ticket.finished_at', sql<string>`tally_queue.counted`.as('counted')])
    .select(
      sql<string | null>`(select string_agg(cast(member_id as text), ',') from worker where ticket_id = ticket.id)`.as(
        'workers',
      ),
    ),
)

const queuedToIndex = statement((db, { ids }: { ids: readonly number[] }) =>
  queued(db, 'gram_queue', ids)
    .select(indexedColumns)
    .select([searchableNotes.as('notes'), 'gram_queue.again']),
)

const textsToIndex = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('ticket')
    .where(inList(db, 'id', ids))
    .select(indexedColumns)
    .select(searchableNotes.as('notes')),
)

/**
 * Tickets that are not yet counted or indexed. Changes add rows for their own ticket only, so they do not wait for each
 * other. A job processes many tickets at once, and readers include the queue. docs/decisions/009-lists-and-search.md
 * has the reasons.
 */
export class TicketQueueStore extends Queries {
  /**
   * Locks the oldest tickets of a queue against changes, erasure and other nodes, and skips locked ones. All
   * transactions lock tickets before counts and index, so that none deadlocks.
   */
  async #hold(queue: Queue, count: number): Promise<number[]> {
    return (await holdOldest[queue](this.db, { count })).map(({ id }) => id)
  }
  add(id: number): void {
    toTally(this.db, { id, counted: '' })
    toIndex(this.db, { id })
  }

  /** A queued ticket keeps its row, which has its counted lists. */
  relist(id: number, from: readonly number[], to: readonly number[]): void {
    const [before, after] = [encodeLists(from), encodeLists(to)]
    if (before !== after) toTally(this.db, { id, counted: before })
  }

  /** For a ticket with new text. What is gone from its text must be removed from the index. */
  reindex(id: number): void {
    toIndexAgain(this.db, { id })
  }

  /** The text of these tickets for the index. */
  texts(ids: readonly number[]) {
    return textsToIndex(this.db, { ids })
  }

  async unindexed(): Promise<number[]> {
    return (await unindexed(this.db)).map(({ id }) => id)
  }

  async length(queue: Queue): Promise<number> {
    return (await lengths[queue](this.db))[0]?.n ?? 0
  }

  /** Counts queued tickets, and returns their number. */
  async countQueued(count: number): Promise<number> {
    const ids = await this.#hold('tally_queue', count)
    if (ids.length === 0) return 0
    // Read after the lock, because another node may have processed some.
    const rows = await queuedToTally(this.db, { ids })
    await new ListCountStore(this.db).apply(
      rows.map((ticket) => ({
        id: ticket.id,
        from: decodeLists(ticket.counted),
        to: listsOf(ticket, decodeLists(ticket.workers ?? '')),
      })),
    )
    await leaveTally(this.db, { ids })
    return ids.length
  }

  /** Indexes queued tickets, and returns their number. */
  async indexQueued(count: number, gramsOf: (ticket: IndexedText) => Iterable<string>): Promise<number> {
    const ids = await this.#hold('gram_queue', count)
    if (ids.length === 0) return 0
    const rows = await queuedToIndex(this.db, { ids })
    const tickets = rows.map((ticket) => ({ id: ticket.id, again: ticket.again, grams: [...gramsOf(ticket)] }))
    const index = new SearchIndexStore(this.db)
    await index.remove(tickets.filter(({ again }) => again > 0))
    await index.add(tickets)
    // A note does not lock its ticket, so one that was added meanwhile keeps the ticket in the queue.
    const done = rows.map(({ id, again }) => ({ ticket_id: id, again }))
    await sql`delete from gram_queue where (ticket_id, again) in (
      select ticket_id, again from ${rowTable(this.db, { ticket_id: 'bigint', again: 'bigint' }, done)})`.execute(
      this.db,
    )
    return rows.length
  }
}
