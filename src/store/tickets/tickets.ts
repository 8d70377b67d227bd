import { type RawBuilder, type Selectable, sql } from 'kysely'
import { statuses, statusesIn } from '#contract/codes.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import {
  type Db,
  deferredInsert,
  deferredStatement,
  inList,
  insertReturningId,
  literals,
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

export interface Ticket extends TicketRecord {
  readonly workers: readonly Worker[]
}

declare const locked: unique symbol
/** Only a row that this transaction has locked can be updated. */
export type Locked<Row> = Row & { readonly [locked]: true }

export const workerRows = nestedRows((db) => workersOf(db, sql<number>`ticket.id`))

const workersOf = (db: Db, ticketId: RawBuilder<number>) =>
  db
    .selectFrom('worker')
    .innerJoin('member', 'member.id', 'worker.member_id')
    .where('worker.ticket_id', '=', ticketId)
    .select(['member.id', 'member.name', 'member.avatar'])
    .orderBy('worker.since')
    .orderBy('member.id')

export const holdingOfTicket = (db: Db) =>
  db.selectFrom('holding').where('holding.ticket_id', '=', sql<number>`ticket.id`).select('holding.ticket_id')

const byId = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('ticket.id', '=', id).selectAll('ticket').select(workerRows.column(db).as('workers')),
)

const lock = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('id', '=', id).selectAll().forNoKeyUpdate(),
)

// Also excludes transactions that add rows which refer to the ticket: foreign keys take a shared lock.
const lockAlone = statement((db, { id }: { id: number }) =>
  db.selectFrom('ticket').where('id', '=', id).selectAll().forUpdate(),
)

/** The fields for changes that only add to a ticket. */
export type TicketOwnership = Pick<TicketRecord, 'id' | 'person_id' | 'merged_into' | 'forwarded_at'>

// Reads only the row: PostgreSQL would read related rows as they were before the wait for the lock.
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

export type TicketUpdate = Partial<Omit<TicketRecord, 'id' | 'person_id' | 'type' | 'kind' | 'created_at'>>

// One statement for each set of changed columns. A single one for all would rewrite all their indexes.
const updates = new Map<string, (db: Db, values: TicketUpdate & { id: number }) => void>()
function updateOf(names: readonly string[]) {
  const prepare = () =>
    deferredStatement((db, values: TicketRecord) =>
      db
        .updateTable('ticket')
        .set(Object.fromEntries(names.map((name) => [name, values[name as keyof TicketRecord]])))
        .where('id', '=', values.id),
    ) as never // every value that it has is one of these names
  return updates.getOrInsertComputed(names.join(), prepare)
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
    // Two statements: PostgreSQL would read everything else as it was before the wait for the lock.
    const [[row], team] = await allSettledOrThrow([query(this.db, { id }), workers(this.db, { id })])
    return row && asLocked(Object.assign(row, { workers: team }))
  }
  async find(id: number): Promise<Ticket | undefined> {
    const [row] = await byId(this.db, { id })
    // Copying all columns would take as long as reading them.
    return row && Object.assign(row, { workers: workerRows.rows(row.workers) })
  }

  async workersOf(ids: readonly number[]) {
    return Map.groupBy(await workersOfAll(this.db, { ids }), ({ ticket }) => ticket)
  }

  /** Other transactions may change the ticket, but not merge it. */
  async lockShared(id: number): Promise<TicketOwnership | undefined> {
    const [row] = await share(this.db, { id })
    return row
  }

  /** Finished and uncollected tickets. The literal condition selects the partial index. */
  async readySince(at: number): Promise<{ id: number; personId: number; finishedAt: number }[]> {
    return this.db
      .selectFrom('ticket')
      .where('open', '=', sql.lit(1))
      .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
      .where('finished_at', '>=', at)
      .select(['id', 'person_id as personId', sql<number>`finished_at`.as('finishedAt')])
      .orderBy('finished_at')
      .execute()
  }

  lock(id: number) {
    return this.#lockBy(lock, id)
  }

  /** Also excludes changes that add to the ticket. */
  lockAlone(id: number) {
    return this.#lockBy(lockAlone, id)
  }

  async add(ticket: TicketInsert): Promise<number> {
    const id = await add(this.db, ticket)
    this.#queues.add(id)
    return id
  }

  /** One statement, so that the database picks the winner; `undefined` for the others. */
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

  async drop(ticket: Locked<Ticket>, memberId: number): Promise<Locked<Ticket>> {
    const workers = ticket.workers.filter(({ id }) => id !== memberId)
    removeWorker(this.db, { id: ticket.id, memberId })
    this.#relist(
      ticket,
      ticket,
      workers.map(({ id }) => id),
    )
    return { ...ticket, workers }
  }

  idsOf(personId: number): Promise<number[]> {
    return idsOf(this.db.selectFrom('ticket').where('person_id', '=', personId).select('id').orderBy('id'))
  }

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

  /** Tickets to erase: ended by then, not erased, and without their device here. */
  endedBy(at: number, count: number): Promise<number[]> {
    return idsOf(
      this.db
        .selectFrom('ticket')
        .where('scrubbed', '=', 0)
        .where('ended_at', '<=', at)
        .where((eb) => eb.not(eb.exists(holdingOfTicket(this.db))))
        // A merged ticket is erased with the other one.
        .where(sql<boolean>`(merged_into is null
          or exists (select 1 from ticket as other where other.id = ticket.merged_into and other.scrubbed = 1))`)
        .select('id')
        .orderBy('ended_at')
        .limit(count),
    )
  }
}
