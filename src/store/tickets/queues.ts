import { sql } from 'kysely'
import { type Db, deferredStatement, inList, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { TicketTable } from '../tables.ts'
import { decodeLists, encodeLists, ListCountStore, listsOf } from './list-counts.ts'
import { SearchIndexStore } from './search-index.ts'

type Queue = 'tally_queue' | 'gram_queue'

/** What of a ticket decides its grams. */
export type IndexedText = Pick<TicketTable, 'owner' | 'phone' | 'device' | 'device_model' | 'description'>

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
    .values({ ticket_id: id })
    .onConflict((oc) => oc.doNothing()),
)

const unindexed = statement((db) => db.selectFrom('gram_queue').select('ticket_id as id'))

/** A statement for each queue, compiled once. */
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

const leave = forEachQueue((queue) =>
  statement((db, { ids }: { ids: readonly number[] }) => db.deleteFrom(queue).where(inList(db, 'ticket_id', ids))),
)

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
    .select(['ticket.id', 'ticket.owner', 'ticket.phone'])
    .select(['ticket.device', 'ticket.device_model', 'ticket.description']),
)

/**
 * Tickets that the tallies and the search index do not know yet. Whoever changes a ticket leaves rows that belong to this ticket
 * alone, so nobody waits for anybody else. Counting and indexing is done afterwards, for many tickets at once, and whoever reads
 * tallies or index looks into the queue too. docs/decisions/009-lists-and-search.md has the reasons.
 */
export class TicketQueueStore extends Queries {
  /**
   * The oldest tickets of a queue, held so that nobody changes, erases or processes one meanwhile. What somebody else holds is left for
   * the next time. Tickets are held before tallies and grams, as by everybody, so that nobody waits in a circle.
   */
  async #hold(queue: Queue, count: number): Promise<number[]> {
    return (await holdOldest[queue](this.db, { count })).map(({ id }) => id)
  }
  /** A ticket that is new. */
  add(id: number): void {
    toTally(this.db, { id, counted: '' })
    toIndex(this.db, { id })
  }

  /** A held ticket that changes lists. If it is queued already, that row says where it is counted. */
  relist(id: number, from: readonly number[], to: readonly number[]): void {
    const [before, after] = [encodeLists(from), encodeLists(to)]
    if (before !== after) toTally(this.db, { id, counted: before })
  }

  /** A held ticket whose grams were taken out of the index, because it reads otherwise now. */
  reindex(id: number): void {
    toIndexAgain(this.db, { id })
  }

  /** Those that have no grams yet. */
  async unindexed(): Promise<number[]> {
    return (await unindexed(this.db)).map(({ id }) => id)
  }

  async length(queue: Queue): Promise<number> {
    return (await lengths[queue](this.db))[0]?.n ?? 0
  }

  /** Counts tickets in the lists that they are in now; answers how many. */
  async countQueued(count: number): Promise<number> {
    const ids = await this.#hold('tally_queue', count)
    if (ids.length === 0) return 0
    // Read only now that their tickets are held: another node may just have processed some of them.
    const rows = await queuedToTally(this.db, { ids })
    await new ListCountStore(this.db).apply(
      rows.map((ticket) => ({
        id: ticket.id,
        from: decodeLists(ticket.counted),
        to: listsOf(ticket, decodeLists(ticket.workers ?? '')),
      })),
    )
    await leave.tally_queue(this.db, { ids })
    return ids.length
  }

  /** Puts tickets into the search index as they are now; answers how many. */
  async indexQueued(count: number, gramsOf: (ticket: IndexedText) => Iterable<string>): Promise<number> {
    const ids = await this.#hold('gram_queue', count)
    if (ids.length === 0) return 0
    const rows = await queuedToIndex(this.db, { ids })
    await new SearchIndexStore(this.db).add(rows.map((ticket) => ({ id: ticket.id, grams: gramsOf(ticket) })))
    await leave.gram_queue(this.db, { ids })
    return ids.length
  }
}
