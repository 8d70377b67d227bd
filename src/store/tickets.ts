import type { Insertable, Selectable, Updateable } from 'kysely'
import { statuses } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { preparedInsert, preparedQuery, type Slots } from './engine/prepared-query.ts'
import { inList } from './engine/value-lists.ts'
import type { TicketTable } from './tables.ts'
import { type Listed, listsOf, tallyStore } from './tally.ts'

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

const listed = (row: TicketRow, workers: readonly number[]): Listed => ({
  type: row.type,
  status: row.status,
  open: row.open,
  forwarded: row.forwarded_at !== null,
  workers,
})

/** Tickets and who works on them. Every way to change one keeps the tallies right. */
export function ticketStore(db: Db) {
  const tally = tallyStore(db)
  const ids = (ticket: HeldTicket) => ticket.workers.map(({ id }) => id)
  const relist = (before: HeldTicket, row: TicketRow, workers: readonly number[]) =>
    tally.relist([{ id: row.id, from: listsOf(listed(before, ids(before))), to: listsOf(listed(row, workers)) }])
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

    async add(ticket: Insertable<TicketTable>): Promise<number> {
      const row = await db.insertInto('ticket').values(ticket).returningAll().executeTakeFirstOrThrow()
      await tally.relist([{ id: row.id, from: [], to: listsOf(listed(row, [])) }])
      return row.id
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
    async update(ticket: HeldTicket, changed: Updateable<TicketTable>): Promise<HeldTicket> {
      const row = await db
        .updateTable('ticket')
        .set(changed)
        .where('id', '=', ticket.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (row.open !== ticket.open)
        await db.updateTable('worker').set({ open: row.open }).where('ticket_id', '=', row.id).execute()
      await relist(ticket, row, ids(ticket))
      return { ...row, workers: ticket.workers }
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
