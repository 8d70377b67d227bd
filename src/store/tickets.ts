import { type Selectable, sql } from 'kysely'
import { statuses } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { preparedInsert, preparedQuery, type Slots } from './engine/prepared-query.ts'
import { inList, isEmbedded } from './engine/value-lists.ts'
import type { TicketTable } from './tables.ts'
import { listsOf } from './tally.ts'
import { ticketQueueStore } from './ticket-queues.ts'

export type TicketRow = Selectable<TicketTable>

/** A ticket with the members who work on it, longest first. */
export interface HeldTicket extends TicketRow {
  readonly workers: readonly { id: number; name: string; avatar: string }[]
}

const byId = preparedQuery((db, { id }: Slots<{ id: number }>) =>
  db.selectFrom('ticket').where('id', '=', id).selectAll(),
)

// An update that changes nothing is a lock on both databases.
const lock = preparedQuery((db, { id }: Slots<{ id: number }>) =>
  db
    .updateTable('ticket')
    .set((eb) => ({ open: eb.ref('open') }))
    .where('id', '=', id)
    .returningAll(),
)

const claim = preparedQuery((db, { id, at }: Slots<{ id: number; at: number }>) =>
  db
    .updateTable('ticket')
    .set((eb) => ({ status: statuses.accepted, claimed_at: eb.fn.coalesce('claimed_at', at) }))
    .where('id', '=', id)
    .where('status', '=', statuses.submitted)
    .returningAll(),
)

const workersOf = preparedQuery((db, { id }: Slots<{ id: number }>) =>
  db
    .selectFrom('worker')
    .innerJoin('member', 'member.id', 'worker.member_id')
    .where('worker.ticket_id', '=', id)
    .select(['member.id', 'member.name', 'member.avatar'])
    .orderBy('worker.since')
    .orderBy('member.id'),
)

const addWorker = preparedInsert('worker')

/** A ticket as it is handed in. */
export type NewTicket = Pick<TicketRow, (typeof newColumns)[number]>
const newColumns = [
  'person_id',
  'type',
  'status',
  'open',
  'device',
  'device_model',
  'owner',
  'phone',
  'description',
  'accessories',
  'created_at',
] as const

/** Where a question has a way to go, the ticket and its rows in the queues are one statement. */
const add = preparedQuery<NewTicket, { id: number }>((db, row) => {
  const names = sql.join(newColumns.map((name) => sql.ref(name)))
  const insert = sql<{
    id: number
  }>`insert into ticket (${names}) values (${sql.join(newColumns.map((name) => row[name]))}) returning id`
  const both = sql<{ id: number }>`with added as (${insert}), to_tally as (
    insert into tally_queue (ticket_id, counted) select id, '' from added
  ), to_index as (insert into gram_queue (ticket_id) select id from added) select id from added`
  return { compile: () => (isEmbedded(db) ? insert : both).compile(db) }
})

/** What of a ticket changes after it was handed in. */
export type TicketChange = Partial<Omit<TicketRow, 'id' | 'person_id' | 'type' | 'created_at'>>

// Few sets of columns are ever changed together, each by one statement. One for all columns would write their indexes anew.
const updates = new Map<string, (db: Db, values: TicketChange & { id: number }) => Promise<unknown>>()
function updateOf(names: readonly string[]) {
  const key = names.join()
  let update = updates.get(key)
  if (!update) {
    update = preparedQuery((db, slots: Slots<TicketRow>) =>
      db
        .updateTable('ticket')
        .set(Object.fromEntries(names.map((name) => [name, slots[name as keyof TicketRow]])))
        .where('id', '=', slots.id),
    ) as never // every slot it has is one of these names
    updates.set(key, update)
  }
  return update
}

const openWorkers = preparedQuery((db, { id, open }: Slots<{ id: number; open: number }>) =>
  db.updateTable('worker').set({ open }).where('ticket_id', '=', id),
)

/** Tickets and who works on them. Every way to change one leaves word in the queue where its lists change. */
export function ticketStore(db: Db) {
  const queues = ticketQueueStore(db)
  const ids = (ticket: HeldTicket) => ticket.workers.map(({ id }) => id)
  const relist = (before: HeldTicket, row: TicketRow, workers: readonly number[]) =>
    queues.relist(row.id, listsOf(before, ids(before)), listsOf(row, workers))
  const withWorkers = async (row: TicketRow | undefined): Promise<HeldTicket | undefined> =>
    row && { ...row, workers: await workersOf(db, { id: row.id }) }

  return {
    async find(id: number): Promise<HeldTicket | undefined> {
      return withWorkers((await byId(db, { id }))[0])
    },

    /** The ticket, held until the end of the transaction: whoever else wants to change it comes after. */
    async hold(id: number): Promise<HeldTicket | undefined> {
      return withWorkers((await lock(db, { id }))[0])
    },

    async add(ticket: NewTicket): Promise<number> {
      const [added] = await add(db, ticket)
      if (!added) throw new Error('no id came back')
      if (isEmbedded(db)) await queues.add(added.id)
      return added.id
    },

    /** The claim is one statement, so the database picks the winner; `undefined` for everybody else. */
    async claim(id: number, memberId: number, at: number): Promise<HeldTicket | undefined> {
      const [row] = await claim(db, { id, at })
      if (!row) return undefined
      await addWorker(db, { ticket_id: id, member_id: memberId, open: 1, since: at })
      const before: HeldTicket = { ...row, status: statuses.submitted, workers: [] }
      await relist(before, row, [memberId])
      return withWorkers(row)
    },

    /** Changes a ticket that is held. */
    async update(ticket: HeldTicket, changed: TicketChange): Promise<HeldTicket> {
      const next = { ...ticket, ...changed }
      await updateOf(Object.keys(changed))(db, { ...changed, id: ticket.id })
      if (next.open !== ticket.open) await openWorkers(db, { id: next.id, open: next.open })
      await relist(ticket, next, ids(ticket))
      return next
    },

    async join(ticket: HeldTicket, memberId: number, at: number): Promise<void> {
      await addWorker(db, { ticket_id: ticket.id, member_id: memberId, open: 1, since: at })
      await relist(ticket, ticket, [...ids(ticket), memberId])
    },

    async leave(ticket: HeldTicket, memberId: number): Promise<HeldTicket> {
      await db.deleteFrom('worker').where('ticket_id', '=', ticket.id).where('member_id', '=', memberId).execute()
      const workers = ticket.workers.filter(({ id }) => id !== memberId)
      await relist(
        ticket,
        ticket,
        workers.map(({ id }) => id),
      )
      return { ...ticket, workers }
    },

    /** Numbers of all tickets of a person, oldest first. */
    async idsOf(personId: number): Promise<number[]> {
      const rows = await db.selectFrom('ticket').where('person_id', '=', personId).select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    },

    /** Which of these have had their end. */
    async scrubbedAmong(ids: readonly number[]): Promise<Set<number>> {
      const rows = await db
        .selectFrom('ticket')
        .where(inList(db, 'id', ids))
        .where('scrubbed', '=', 1)
        .select('id')
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    async allOf(personId: number): Promise<TicketRow[]> {
      return db.selectFrom('ticket').where('person_id', '=', personId).selectAll().orderBy('id').execute()
    },

    /** Tickets that ended by then and still hold a name, a phone or pictures. */
    async endedBy(at: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('ticket')
        .where('scrubbed', '=', 0)
        .where('ended_at', '<=', at)
        .select('id')
        .orderBy('ended_at')
        .limit(count)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
