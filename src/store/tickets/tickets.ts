import { type RawBuilder, type Selectable, sql } from 'kysely'
import { statuses, statusesIn } from '#contract/codes.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import {
  type Db,
  deferredInsert,
  deferredStatement,
  inList,
  insertReturningId,
  nestedRows,
  statement,
} from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'
import { listsOf } from './list-counts.ts'
import { TicketQueueStore } from './queues.ts'

export type TicketRecord = Selectable<Tables['ticket']>

export interface Worker {
  readonly id: number
  readonly name: string
  readonly avatar: string
}

/** A ticket with its workers, longest first. */
export interface Ticket extends TicketRecord {
  readonly workers: readonly Worker[]
}

declare const locked: unique symbol
/** A row that this change has locked until the end of its transaction. Only a locked row may be updated. */
export type Locked<Row> = Row & { readonly [locked]: true }

/** The workers of the ticket in the outer statement, longest first. */
export const workerRows = nestedRows((db) => workersOf(db, sql<number>`ticket.id`))

const workersOf = (db: Db, ticketId: RawBuilder<number>) =>
  db
    .selectFrom('worker')
    .innerJoin('member', 'member.id', 'worker.member_id')
    .where('worker.ticket_id', '=', ticketId)
    .select(['member.id', 'member.name', 'member.avatar'])
    .orderBy('worker.since')
    .orderBy('member.id')

/** The holding of the ticket in the outer statement. */
export const holdingOfTicket = (db: Db) =>
  db.selectFrom('holding').where('holding.ticket_id', '=', sql<number>`ticket.id`).select('holding.ticket_id')

const byId = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('ticket.id', '=', id).selectAll('ticket').select(workerRows.column(db).as('workers')),
)

const lock = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('id', '=', id).selectAll().forNoKeyUpdate(),
)

// This lock also excludes transactions that add rows which refer to the ticket: foreign keys take a shared lock.
const lockAlone = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('id', '=', id).selectAll().forUpdate(),
)

/** The fields that a change needs which adds something to a ticket. */
export type TicketOwnership = Pick<TicketRecord, 'id' | 'person_id' | 'merged_into' | 'forwarded_at'>

// It reads the row alone: PostgreSQL would read related rows as they were before the wait for the lock.
const share = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('id', '=', id).select(['id', 'person_id', 'merged_into', 'forwarded_at']).forKeyShare(),
)

const claim = statement((db, { id, memberId, at }: { id: number; memberId: number; at: number }) => {
  const ofMember = (column: 'name' | 'avatar') =>
    db.selectFrom('member').where('member.id', '=', memberId).select(`member.${column}`)
  return db
    .updateTable('ticket')
    .set((eb) => ({ status: statuses.accepted, claimed_at: eb.fn.coalesce('claimed_at', eb.val(at)) }))
    .where('id', '=', id)
    .where('status', '=', statuses.submitted)
    .returningAll()
    .returning([
      sql<string>`(${ofMember('name')})`.as('memberName'),
      sql<string>`(${ofMember('avatar')})`.as('memberAvatar'),
    ])
})

const workers = statement((db, { id }: { id: number }) => workersOf(db, sql`${id}`))

const workersOfAll = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('worker')
    .innerJoin('member', 'member.id', 'worker.member_id')
    .where(inList(db, 'worker.ticket_id', ids))
    .select(['worker.ticket_id as ticket', 'member.id', 'member.name', 'member.avatar'])
    .orderBy('worker.since')
    .orderBy('member.id'),
)

const addWorker = deferredInsert('worker')

export type TicketInsert = Pick<TicketRecord, (typeof newColumns)[number]>
const newColumns = [
  'person_id',
  'type',
  'kind',
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

const add = insertReturningId('ticket', newColumns)

/** The fields that change after the creation. */
export type TicketUpdate = Partial<Omit<TicketRecord, 'id' | 'person_id' | 'type' | 'kind' | 'created_at'>>

// Only a few sets of columns are ever changed together, so each has a statement. One for all columns would rewrite all their indexes.
const updates = new Map<string, (db: Db, values: TicketUpdate & { id: number }) => void>()
function updateOf(names: readonly string[]) {
  const key = names.join()
  let update = updates.get(key)
  if (!update) {
    update = deferredStatement((db, values: TicketRecord) =>
      db
        .updateTable('ticket')
        .set(Object.fromEntries(names.map((name) => [name, values[name as keyof TicketRecord]])))
        .where('id', '=', values.id),
    ) as never // every value that it has is one of these names
    updates.set(key, update)
  }
  return update
}

const removeWorker = deferredStatement((db, { id, memberId }: { id: number; memberId: number }) =>
  db.deleteFrom('worker').where('ticket_id', '=', id).where('member_id', '=', memberId),
)

const openWorkers = deferredStatement((db, { id, open }: { id: number; open: number }) =>
  db.updateTable('worker').set({ open }).where('ticket_id', '=', id),
)

const asLocked = (ticket: Ticket) => ticket as Locked<Ticket> // a statement that locks, or writes, the row has just returned it

const ids = (ticket: Ticket) => ticket.workers.map(({ id }) => id)

/** Tickets and their workers. Every change of a ticket's lists adds it to the queue. */
export class TicketStore extends Queries {
  readonly #queues = new TicketQueueStore(this.db)
  #relist(before: Ticket, row: TicketRecord, workers: readonly number[]) {
    return this.#queues.relist(row.id, listsOf(before, ids(before)), listsOf(row, workers))
  }

  async #lockBy(query: typeof lock, id: number): Promise<Locked<Ticket> | undefined> {
    // Two statements: while the first waits for the lock, PostgreSQL would read everything else as it was before.
    const [[row], team] = await allSettledOrThrow([query(this.db, { id }), workers(this.db, { id })])
    return row && asLocked(Object.assign(row, { workers: team }))
  }
  async find(id: number): Promise<Ticket | undefined> {
    const [row] = await byId(this.db, { id })
    // Copying all columns would take as long as reading them.
    return row && Object.assign(row, { workers: workerRows.rows(row.workers) })
  }

  /** The workers of these tickets, by ticket, longest first. */
  async workersOf(ids: readonly number[]) {
    return Map.groupBy(await workersOfAll(this.db, { ids }), ({ ticket }) => ticket)
  }

  /** Locks a ticket for adding something to it: others may change it, but not merge it. */
  async lockShared(id: number): Promise<TicketOwnership | undefined> {
    const [row] = await share(this.db, { id })
    return row
  }

  /** Tickets finished since then and not collected. A literal condition, so that both databases use the partial index. */
  async readySince(at: number): Promise<{ id: number; personId: number; finishedAt: number }[]> {
    const rows = await this.db
      .selectFrom('ticket')
      .where('open', '=', sql.lit(1))
      .where(sql<boolean>`status in (${sql.join(statusesIn('finished').map((status) => sql.lit(status)))})`)
      .where('finished_at', '>=', at)
      .select(['id', 'person_id as personId', sql<number>`finished_at`.as('finishedAt')])
      .orderBy('finished_at')
      .execute()
    return rows
  }

  lock(id: number) {
    return this.#lockBy(lock, id)
  }

  /** Also excludes changes that add something to the ticket. */
  lockAlone(id: number) {
    return this.#lockBy(lockAlone, id)
  }

  async add(ticket: TicketInsert): Promise<number> {
    const id = await add(this.db, ticket)
    this.#queues.add(id)
    return id
  }

  /** One statement, so that the database picks the winner; `undefined` for all others. */
  async claim(id: number, memberId: number, at: number): Promise<Locked<Ticket> | undefined> {
    const [claimed] = await claim(this.db, { id, memberId, at })
    if (!claimed) return undefined
    const { memberName, memberAvatar, ...row } = claimed
    addWorker(this.db, { ticket_id: id, member_id: memberId, open: 1, since: at })
    this.#relist({ ...row, status: statuses.submitted, workers: [] }, row, [memberId])
    return asLocked({ ...row, workers: [{ id: memberId, name: memberName, avatar: memberAvatar }] })
  }

  async update(ticket: Locked<Ticket>, changed: TicketUpdate): Promise<Locked<Ticket>> {
    const next = { ...ticket, ...changed }
    // SQLite rewrites the indexes of a column even if its value stays the same.
    const names = Object.keys(changed).filter(
      (name) => next[name as keyof TicketRecord] !== ticket[name as keyof TicketRecord],
    )
    if (names.length > 0) updateOf(names)(this.db, { ...changed, id: ticket.id })
    if (next.open !== ticket.open) openWorkers(this.db, { id: next.id, open: next.open })
    this.#relist(ticket, next, ids(ticket))
    return next
  }

  async join(ticket: Locked<Ticket>, memberId: number, at: number): Promise<void> {
    addWorker(this.db, { ticket_id: ticket.id, member_id: memberId, open: 1, since: at })
    this.#relist(ticket, ticket, [...ids(ticket), memberId])
  }

  async leave(ticket: Locked<Ticket>, memberId: number): Promise<Locked<Ticket>> {
    const workers = ticket.workers.filter(({ id }) => id !== memberId)
    removeWorker(this.db, { id: ticket.id, memberId })
    this.#relist(
      ticket,
      ticket,
      workers.map(({ id }) => id),
    )
    return { ...ticket, workers }
  }

  /** The oldest first. */
  idsOf(personId: number): Promise<number[]> {
    return idsOf(this.db.selectFrom('ticket').where('person_id', '=', personId).select('id').orderBy('id'))
  }

  /** The tickets among these whose personal data is deleted. */
  async scrubbedAmong(ids: readonly number[]): Promise<Set<number>> {
    return new Set(
      await idsOf(
        this.db
          .selectFrom('ticket')
          .where(inList(this.db, 'id', ids))
          .where('scrubbed', '=', 1)
          .select('id'),
      ),
    )
  }

  async allOf(personId: number): Promise<TicketRecord[]> {
    return this.db.selectFrom('ticket').where('person_id', '=', personId).selectAll().orderBy('id').execute()
  }

  /** Tickets that ended by then and still hold a name, a phone or pictures, and whose device the team does not have. */
  endedBy(at: number, count: number): Promise<number[]> {
    return idsOf(
      this.db
        .selectFrom('ticket')
        .where('scrubbed', '=', 0)
        .where('ended_at', '<=', at)
        .where((eb) => eb.not(eb.exists(holdingOfTicket(this.db))))
        // A merged ticket is cleaned with the other one.
        .where((eb) =>
          eb.or([
            eb('merged_into', 'is', null),
            eb.exists(
              eb
                .selectFrom('ticket as other')
                .whereRef('other.id', '=', 'ticket.merged_into')
                .where('other.scrubbed', '=', 1)
                .select('other.id'),
            ),
          ]),
        )
        .select('id')
        .orderBy('ended_at')
        .limit(count),
    )
  }
}
