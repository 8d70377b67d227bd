import { type AliasableExpression, sql } from 'kysely'
import { queryTypes, statuses, statusesIn, statusMeaning, ticketTypes } from '#contract/codes.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import {
  countOf,
  type Db,
  inList,
  literals,
  type Nested,
  nestedRows,
  statement,
  tableByIndex,
} from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { ListCountStore, listNumbers, listStatement, listTotal, sharedLists } from './list-counts.ts'
import { type TicketRow, type Worker, workerRows } from './tickets.ts'

const columns = [
  'ticket.id',
  'ticket.person_id',
  'ticket.type',
  'ticket.kind',
  'ticket.status',
  'ticket.device',
  'ticket.device_model',
  'ticket.owner',
  'ticket.phone',
  'ticket.created_at',
  'ticket.confirmed_at',
  'ticket.merged_into',
  'ticket.hidden',
] as const

/** What a list shows of a ticket. */
export type TicketSummary = Pick<
  TicketRow,
  | 'id'
  | 'person_id'
  | 'type'
  | 'kind'
  | 'status'
  | 'device'
  | 'device_model'
  | 'owner'
  | 'phone'
  | 'created_at'
  | 'confirmed_at'
  | 'merged_into'
  | 'hidden'
>
export interface SummaryWithWorkers extends TicketSummary {
  readonly workers: readonly Worker[]
}

/** Which tickets a member wants to see. */
export interface ListInput {
  readonly memberId: number
  /** The unfinished ones alone. */
  readonly open: boolean
  readonly queryType: number
  /** The oldest first, not the newest. */
  readonly oldest?: boolean
}

/** Further wishes, for which no list is kept. */
export interface ListFilter {
  readonly type?: number | undefined
  readonly status?: number | undefined
}

function listOf({ memberId, open, queryType }: ListInput): number {
  switch (queryType) {
    case queryTypes.appliances:
      return open ? listNumbers.openAppliances : listNumbers.appliances
    case queryTypes.computers:
      return open ? listNumbers.openComputers : listNumbers.computers
    case queryTypes.unclaimed:
      return listNumbers.unclaimed // what nobody has claimed is unfinished
    case queryTypes.mine:
      return open ? listNumbers.openOf(memberId) : listNumbers.of(memberId)
    default:
      return open ? listNumbers.open : listNumbers.all
  }
}

interface Range {
  readonly memberId: number
  readonly lowest: number
  readonly highest: number
}

/** The tickets of a list whose ids lie in a range, in the order of its index. */
function within(db: Db, { open, queryType, oldest = false }: Omit<ListInput, 'memberId'>, range: Range | Range) {
  const { memberId, lowest, highest } = range
  const order = oldest ? 'asc' : 'desc'
  if (queryType === queryTypes.mine) {
    let mine = db
      .selectFrom('worker')
      .innerJoin('ticket', 'ticket.id', 'worker.ticket_id')
      .where('worker.member_id', '=', memberId)
      .where('worker.ticket_id', '>=', lowest)
      .where('worker.ticket_id', '<=', highest)
    if (open) mine = mine.where('worker.open', '=', 1)
    return mine.orderBy('worker.ticket_id', order)
  }
  let query = db.selectFrom('ticket').where('ticket.id', '>=', lowest).where('ticket.id', '<=', highest)
  if (open && queryType !== queryTypes.unclaimed) query = query.where('ticket.open', '=', 1)
  if (queryType === queryTypes.appliances) query = query.where('ticket.type', '=', ticketTypes.appliance)
  if (queryType === queryTypes.computers) query = query.where('ticket.type', '=', ticketTypes.computer)
  if (queryType === queryTypes.unclaimed) query = query.where('ticket.status', '=', statuses.submitted)
  return query.orderBy('ticket.id', order)
}

/** A page of them as it is shown. The workers are looked up here, as PostgreSQL would look up those of the rows before the page too. */
const shown = (db: Db, page: AliasableExpression<TicketSummary>, oldest = false) =>
  db
    .selectFrom(page.as('ticket'))
    .select(columns)
    .select(workerRows.column(db).as('workers'))
    .orderBy('ticket.id', oldest ? 'asc' : 'desc')

const shownRows = nestedRows(shown)

/** The wish for a list; the member is left open. */
function wishOf(list: number): Omit<ListInput, 'memberId'> {
  const kinds = Object.values(queryTypes).flatMap((queryType) => [false, true].map((open) => ({ queryType, open })))
  const wish = kinds.find((kind) => listOf({ ...kind, memberId: 0 }) === list)
  if (!wish) throw new Error('this list has no pages')
  return wish
}

/** A statement for each list, compiled once. */
function forEachList<Statement>(prepare: (list: Omit<ListInput, 'memberId'>) => Statement) {
  const all = new Map<string, Statement>()
  return ({ open, queryType }: ListInput): Statement => {
    const key = `${queryType} ${open}`
    let statement = all.get(key)
    if (!statement) {
      statement = prepare({ open, queryType })
      all.set(key, statement)
    }
    return statement
  }
}

const rowsOf = forEachList((list) =>
  statement((db, slots: Range & { offset: number; count: number }) =>
    shown(db, within(db, list, slots).select(columns).offset(slots.offset).limit(slots.count)),
  ),
)

/** The first rows of a list, and how many it has, in one statement. */
const frontOf = (oldest: boolean) =>
  listStatement<Omit<Range, 'memberId'> & { offset: number; count: number }, { total: number; rows: Nested<Row> }>(
    (slots, pending, list, db) => sql`with ${pending} select ${listTotal(slots)} as total,
    ${shownRows.column(
      db,
      within(db, { ...wishOf(list), oldest }, slots)
        .select(columns)
        .offset(slots.offset)
        .limit(slots.count),
      oldest,
    )} as rows`,
  )
const newestFront = frontOf(false)
const oldestFront = frontOf(true)

/** What a member sees of a list of tickets. */
type Row = TicketSummary & { readonly workers: Nested<Worker> }

// Put into the rows: to copy them takes as long as to read them.
const withWorkers = (rows: readonly Row[]): SummaryWithWorkers[] =>
  rows.map((row) => Object.assign(row, { workers: workerRows.rows(row.workers) }))

type OwnSlots = { personId: number; offset: number; count: number }

const ownRows = nestedRows((db, { personId, offset, count }: OwnSlots) =>
  ownOf(db, personId).select(columns).orderBy('ticket.id', 'desc').offset(offset).limit(count),
)

const own = statement((db, slots: OwnSlots) => {
  const total = ownOf(db, slots.personId).select((eb) => eb.fn.countAll<number>().as('n'))
  return {
    compile: () =>
      sql<{
        total: number
        rows: Nested<TicketSummary>
      }>`select (${total}) as total, ${ownRows.column(db, slots)} as rows`.compile(db),
  }
})

const ownOf = (db: Db, personId: OwnSlots['personId']) => db.selectFrom('ticket').where('person_id', '=', personId)

// As one column, because each takes about as long to hand over as a row takes to find.
const text = sql<string>`owner || ${sql.lit('\n')} || device || ${sql.lit('\n')} || device_model || ${sql.lit('\n')} || description`

const texts = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('ticket')
    .where(inList(db, 'id', ids))
    .select(['id', 'person_id', 'type', 'status', 'open', 'phone', text.as('text')]),
)

const byIds = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('ticket')
    .where(inList(db, 'id', ids))
    .select(columns)
    .select(workerRows.column(db).as('workers')),
)

/** So many rows are passed over sooner than a place is looked up. */
export const firstPageDepth = 128
const newest = Number.MAX_SAFE_INTEGER

/**
 * Unfinished ones, in the order of an index that has these alone. It is written out, so that both databases know that index; and
 * SQLite is told to go by it, because it takes any index that begins with `open` for as good, and reads all that are unfinished.
 */
const openBy = (db: Db, index: 'ticket_open_by_creation' | 'ticket_ready') =>
  db.selectFrom(tableByIndex(db, 'ticket', index)).where('open', '=', sql.lit(1))

const unclaimed = (db: Db) => openBy(db, 'ticket_open_by_creation').where('status', '=', sql.lit(statuses.submitted))

const ahead = statement((db, { id, at, personId, most }: UnclaimedTicket & { most: number }) =>
  db
    .selectFrom(
      unclaimed(db)
        .where('created_at', '<=', at)
        .where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', id)]))
        .select('person_id')
        .orderBy('created_at', 'desc')
        .limit(most)
        .as('older'),
    )
    .where('older.person_id', '<>', personId)
    .select((eb) => eb.fn.count<number>('older.person_id').distinct().as('n')),
)

/** A ticket that nobody has claimed: since when, and whose. */
export interface UnclaimedTicket {
  readonly id: number
  readonly at: number
  readonly personId: number
}

/** Rows for the lists. Each list has an index in its order, and a tally that leads to its pages. */
export class TicketListStore extends Queries {
  readonly #tally = new ListCountStore(this.db)
  /** A page of a whole list that begins no later than `shallow`. */
  async firstPage(wish: ListInput, offset: number, count: number) {
    const front = wish.oldest ? oldestFront : newestFront
    const [found] = await front(this.db, listOf(wish), { lowest: 1, highest: newest, offset, count })
    return { rows: withWorkers(shownRows.rows(found?.rows ?? '[]')), total: found?.total ?? 0 }
  }

  async page(wish: ListInput, offset: number, count: number) {
    const { upTo, skip, total } = await this.#tally.seek(listOf(wish), offset)
    const range = { memberId: wish.memberId, lowest: 1, highest: upTo }
    const rows = upTo < 1 ? [] : await rowsOf(wish)(this.db, { ...range, offset: skip, count })
    return { rows: withWorkers(rows), total }
  }

  /** Unfinished ones since a moment. There are few of these, so they are counted. */
  async recentPage({ memberId, ...list }: Omit<ListInput, 'open'>, since: number, offset: number, count: number) {
    const wish = { ...list, memberId, open: true }
    const all = within(this.db, wish, { memberId, lowest: 1, highest: newest }).where('ticket.created_at', '>=', since)
    const isListed = sharedLists.get(listOf(wish))
    const counted = isListed
      ? countOf(openBy(this.db, 'ticket_open_by_creation').where('created_at', '>=', since).where(isListed))
      : countOf(all.clearOrderBy())
    const page = shown(this.db, all.select(columns).offset(offset).limit(count)).execute()
    const [rows, total] = await allSettledOrThrow([page, counted])
    return { rows: withWorkers(rows), total }
  }

  /** The same where the oldest come first: counted from the other end, to which the tallies lead. */
  async pageFromOldest(wish: ListInput, offset: number, count: number) {
    const total = await this.#tally.total(listOf(wish))
    const left = total - offset
    const wanted = Math.min(count, left)
    if (wanted <= 0) return { rows: [], total }
    const { rows } = await this.page({ ...wish, oldest: false }, left - wanted, wanted)
    return { rows: rows.reverse(), total }
  }

  /** The same where no tally leads to the page: rows are counted, and only so far. */
  async filteredPage(wish: ListInput & ListFilter, offset: number, count: number, countUpTo: number) {
    let query = within(this.db, wish, { memberId: wish.memberId, lowest: 1, highest: newest })
    const { type, status } = wish
    // A plus keeps the databases from going by the index of that column where another one leads to fewer rows.
    if (type !== undefined) query = query.where(sql<boolean>`+ticket.type = ${type}`)
    if (status !== undefined) {
      // Most tickets end as finished ones, so the index by status is no help with those that are still unfinished.
      const finished = statusMeaning(status).phase === 'finished'
      const column = wish.open && finished ? sql`+ticket.status` : sql`ticket.status`
      query = query.where(sql<boolean>`${column} = ${status}`)
    }
    const counted = await query.select('ticket.id').limit(countUpTo).execute()
    const rows = await shown(this.db, query.select(columns).offset(offset).limit(count), wish.oldest).execute()
    return { rows: withWorkers(rows), total: counted.length }
  }

  /** How many tickets there are to work on: unfinished ones, unclaimed ones, and this member's own. */
  async counts(memberId: number): Promise<{ open: number; unclaimed: number; mine: number }> {
    const [open, unclaimed, mine] = await allSettledOrThrow([
      this.#tally.total(listNumbers.open),
      this.#tally.total(listNumbers.unclaimed),
      this.#tally.total(listNumbers.openOf(memberId)),
    ])
    return { open, unclaimed, mine }
  }

  /** How many nobody has claimed were handed in since a moment. */
  unclaimedSince(at: number) {
    return countOf(unclaimed(this.db).where('created_at', '>=', at))
  }

  /** How many other people have a ticket that nobody has claimed, older than this one; counted no further than `most` tickets back. */
  async countPeopleAhead(ticket: UnclaimedTicket, most: number): Promise<number> {
    return (await ahead(this.db, { ...ticket, most }))[0]?.n ?? 0
  }

  /** What can be taken back, the latest first. */
  async ready(count: number): Promise<number[]> {
    const rows = await openBy(this.db, 'ticket_ready')
      .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
      .select('id')
      .orderBy('finished_at', 'desc')
      .limit(count)
      .execute()
    return rows.map(({ id }) => id)
  }

  async pageOfPerson(personId: number, offset: number, count: number) {
    const [row] = await own(this.db, { personId, offset, count })
    return { rows: ownRows.rows(row?.rows ?? '[]'), total: row?.total ?? 0 }
  }

  /** These tickets with all the text that a search looks at. */
  texts(ids: readonly number[]) {
    return texts(this.db, { ids })
  }

  /** In this order. */
  async byIds(ids: readonly number[]): Promise<SummaryWithWorkers[]> {
    const rows = withWorkers(await byIds(this.db, { ids }))
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  /** Which of these a member works on. */
  async workedOn(ids: readonly number[], memberId: number): Promise<Set<number>> {
    const rows = await this.db
      .selectFrom('worker')
      .where('member_id', '=', memberId)
      .where(inList(this.db, 'ticket_id', ids))
      .select('ticket_id')
      .execute()
    return new Set(rows.map((row) => row.ticket_id))
  }
}
