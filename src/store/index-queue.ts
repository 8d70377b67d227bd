import { sql } from 'kysely'
import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'
import { inList, isEmbedded } from './engine/value-lists.ts'
import { gramStore } from './search/grams.ts'
import type { TicketTable } from './tables.ts'
import { listsIn, listsOf, listsText, tallyStore } from './tally.ts'

/** What of a ticket decides its grams. */
export type IndexedText = Pick<TicketTable, 'owner' | 'phone' | 'device' | 'device_model' | 'description'>

const queue = preparedQuery((db, row: Slots<{ id: number; counted: string | null }>) =>
  db
    .insertInto('index_queue')
    .values({ ticket_id: row.id, counted: row.counted })
    .onConflict((oc) => oc.doNothing()),
)

const newOnes = preparedQuery((db) =>
  db.selectFrom('index_queue').where('counted', 'is', null).select('ticket_id as id').orderBy('ticket_id', 'desc'),
)

const isNew = preparedQuery((db, { id }: Slots<{ id: number }>) =>
  db.selectFrom('index_queue').where('ticket_id', '=', id).where('counted', 'is', null).select('ticket_id'),
)

const length = preparedQuery((db) => db.selectFrom('index_queue').select((eb) => eb.fn.countAll<number>().as('n')))

/**
 * Tickets of which the tallies and the search index do not know yet. Whoever changes a ticket leaves a row that belongs to this
 * ticket alone, so nobody waits for anybody else; the rest is done afterwards, for many tickets at once. Whoever reads the
 * tallies or the index looks into the queue too. docs/decisions/009-lists-and-search.md has the reasons.
 */
export function indexQueueStore(db: Db) {
  return {
    /** A ticket that is new. */
    async add(id: number): Promise<void> {
      await queue(db, { id, counted: null })
    },

    /** A held ticket that changes lists. If it is queued already, that row tells what is counted now. */
    async relist(id: number, from: readonly number[], to: readonly number[]): Promise<void> {
      const [before, after] = [listsText(from), listsText(to)]
      if (before !== after) await queue(db, { id, counted: before })
    },

    /** Those that have no grams yet, newest first. */
    async unindexed(): Promise<number[]> {
      return (await newOnes(db, {})).map(({ id }) => id)
    },

    /** Whether a held ticket has no grams yet. */
    async isUnindexed(id: number): Promise<boolean> {
      return (await isNew(db, { id })).length > 0
    },

    async length(): Promise<number> {
      return (await length(db, {}))[0]?.n ?? 0
    },

    /**
     * Counts and indexes the oldest of the queue, and answers how many these were. Their tickets are held, so that nobody changes or
     * erases one meanwhile; what somebody else holds is left for the next time. Tickets come first and then tallies and grams in
     * their order, as for everybody, so that nobody waits in a circle.
     */
    async process(count: number, gramsOf: (ticket: IndexedText) => Iterable<string>): Promise<number> {
      const oldest = db.selectFrom('index_queue').select('ticket_id').orderBy('ticket_id').limit(count)
      let picked = db.selectFrom('ticket').where('id', 'in', oldest).select('id').orderBy('id')
      if (!isEmbedded(db)) picked = picked.forNoKeyUpdate().skipLocked()
      const ids = (await picked.execute()).map(({ id }) => id)
      if (ids.length === 0) return 0
      // Read only now that they are held: another node may just have processed some of them.
      const tickets = await db
        .selectFrom('index_queue')
        .innerJoin('ticket', 'ticket.id', 'index_queue.ticket_id')
        .where(inList(db, 'index_queue.ticket_id', ids))
        .selectAll('ticket')
        .select('index_queue.counted')
        .select(
          sql<
            string | null
          >`(select string_agg(cast(member_id as text), ',') from worker where ticket_id = ticket.id)`.as('workers'),
        )
        .execute()
      await tallyStore(db).relist(
        tickets.map((ticket) => ({
          id: ticket.id,
          from: listsIn(ticket.counted ?? ''),
          to: listsOf(ticket, listsIn(ticket.workers ?? '')),
        })),
      )
      await gramStore(db).add(
        tickets.filter(({ counted }) => counted === null).map((ticket) => ({ id: ticket.id, grams: gramsOf(ticket) })),
      )
      await db
        .deleteFrom('index_queue')
        .where(inList(db, 'ticket_id', ids))
        .execute()
      return ids.length
    },
  }
}
