import { type AliasableExpression, sql } from 'kysely'
import { queryTypes, statuses, statusesIn, statusMeaning, ticketTypes } from '#contract/codes.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import {
  countOf,
  type Db,
  inList,
  literals,
  type NestedRows,
  nestedRows,
  statement,
  tableByIndex,
} from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'
import { ListCountStore, listNumbers, listStatement, listTotal, sharedLists } from './list-counts.ts'
import { searchableNotes } from './searchable-notes.ts'
import { type TicketRecord, type Worker, workerRows } from './tickets.ts'

const fields = [
  'id',
  'person_id',
  'type',
  'kind',
  'status',
  'device',
  'device_model',
  'owner',
  'phone',
  'created_at',
  'confirmed_at',
  'merged_into',
  'hidden',
] as const
const columns = fields.map((name) => `ticket.${name}` as const)

export type TicketSummary = Pick<TicketRecord, (typeof fields)[number]>
export interface SummaryWithWorkers extends TicketSummary {
  readonly workers: readonly Worker[]
}

export interface ListInput {
  readonly memberId: number
  readonly open: boolean
  readonly queryType: number
}

/** By the day they came in: an imported repair keeps its day, but has a later number. */
export type DayOrder = 'newest' | 'oldest'

/** Filters without a list of their own. */
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
      return listNumbers.unclaimed // an unclaimed ticket is unfinished
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

function within(db: Db, { open, queryType }: Omit<ListInput, 'memberId'>, range: Range) {
  const { memberId, lowest, highest } = range
  if (queryType === queryTypes.mine) {
    let mine = db
      .selectFrom('worker')
      .innerJoin('ticket', 'ticket.id', 'worker.ticket_id')
      .where('worker.member_id', '=', memberId)
      .where('worker.ticket_id', '>=', lowest)
      .where('worker.ticket_id', '<=', highest)
    if (open) mine = mine.where('worker.open', '=', 1)
    return mine.orderBy('worker.ticket_id', 'desc')
  }
  let query = db.selectFrom('ticket').where('ticket.id', '>=', lowest).where('ticket.id', '<=', highest)
  if (open && queryType !== queryTypes.unclaimed) query = query.where('ticket.open', '=', 1)
  if (queryType === queryTypes.appliances) query = query.where('ticket.type', '=', ticketTypes.appliance)
  if (queryType === queryTypes.computers) query = query.where('ticket.type', '=', ticketTypes.computer)
  if (queryType === queryTypes.unclaimed) query = query.where('ticket.status', '=', statuses.submitted)
  return query.orderBy('ticket.id', 'desc')
}

/** Pages by day skip the rows before them, because the counts lead to pages by number only. */
function byDay(db: Db, input: ListInput & ListFilter) {
  const { memberId, open, queryType, type, status } = input
  const which = sql<boolean>`${sql.join([sql`1 = 1`, ...conditionsOf(queryType, type, status)], sql` and `)}`
  if (queryType !== queryTypes.mine) return dayIndexFor(db, input).where(which)
  const mine = db
    .selectFrom('worker')
    .innerJoin('ticket', 'ticket.id', 'worker.ticket_id')
    .where('worker.member_id', '=', memberId)
    .where(which)
  return open ? mine.where('worker.open', '=', 1) : mine
}

function conditionsOf(queryType: number, type: number | undefined, status: number | undefined) {
  return [
    ...(queryType === queryTypes.appliances ? [sql`+ticket.type = ${sql.lit(ticketTypes.appliance)}`] : []),
    ...(queryType === queryTypes.computers ? [sql`+ticket.type = ${sql.lit(ticketTypes.computer)}`] : []),
    ...(queryType === queryTypes.unclaimed ? [sql`ticket.status = ${sql.lit(statuses.submitted)}`] : []),
    ...(type === undefined ? [] : [sql`+ticket.type = ${type}`]),
    ...(status === undefined ? [] : [sql`ticket.status = ${status}`]),
  ]
}

/** Few tickets that may be finished have a status of work: they are found by it and then sorted. */
function dayIndexFor(db: Db, { open, queryType, status = statuses.repaired }: ListInput & ListFilter) {
  if (open || queryType === queryTypes.unclaimed) return openBy(db, 'ticket_open_by_creation')
  return statusesIn('finished', 'closed').some((end) => end === status)
    ? db.selectFrom(tableByIndex(db, 'ticket', 'ticket_by_creation'))
    : db.selectFrom('ticket')
}

/** A page with its workers. Joined here, because PostgreSQL would also look up those of earlier rows. */
const shownBy = (db: Db, page: AliasableExpression<TicketSummary>) =>
  db.selectFrom(page.as('ticket')).select(columns).select(workerRows.column(db).as('workers'))

const shown = (db: Db, page: AliasableExpression<TicketSummary>) => shownBy(db, page).orderBy('ticket.id', 'desc')

const shownRows = nestedRows(shown)

function inputOf(list: number): Omit<ListInput, 'memberId'> {
  const kinds = Object.values(queryTypes).flatMap((queryType) => [false, true].map((open) => ({ queryType, open })))
  const input = kinds.find((kind) => listOf({ ...kind, memberId: 0 }) === list)
  if (!input) throw new Error('this list has no pages')
  return input
}

function forEachList<Statement>(prepare: (list: Omit<ListInput, 'memberId'>) => Statement) {
  const all = new Map<string, Statement>()
  return ({ open, queryType }: Omit<ListInput, 'memberId'>) =>
    all.getOrInsertComputed(`${queryType} ${open}`, () => prepare({ open, queryType }))
}

const rowsOf = forEachList((list) =>
  statement((db, values: Range & { offset: number; count: number }) =>
    shown(db, within(db, list, values).select(columns).offset(values.offset).limit(values.count)),
  ),
)

const pageByDay = (db: Db, input: ListInput & ListFilter, order: DayOrder, { offset, count }: PagePlace) => {
  const direction = order === 'oldest' ? 'asc' : 'desc'
  const page = byDay(db, input)
    .select(columns)
    .orderBy('ticket.created_at', direction)
    .orderBy('ticket.id', direction)
    .offset(offset)
    .limit(count)
  return shownBy(db, page).orderBy('ticket.created_at', direction).orderBy('ticket.id', direction)
}

interface PagePlace {
  readonly offset: number
  readonly count: number
}

const rowsByDay = {
  oldest: forEachList((list) =>
    statement((db, values: PagePlace & { memberId: number }) =>
      pageByDay(db, { ...list, memberId: values.memberId }, 'oldest', values),
    ),
  ),
  newest: forEachList((list) =>
    statement((db, values: PagePlace & { memberId: number }) =>
      pageByDay(db, { ...list, memberId: values.memberId }, 'newest', values),
    ),
  ),
} satisfies Record<DayOrder, unknown>

const front = listStatement<
  Omit<Range, 'memberId'> & { offset: number; count: number },
  { total: number; rows: NestedRows<Row> }
>(
  (values, pending, list, db) => sql`with ${pending} select ${listTotal(values)} as total,
    ${shownRows.column(
      db,
      within(db, inputOf(list), values).select(columns).offset(values.offset).limit(values.count),
    )} as rows`,
)

type Row = TicketSummary & { readonly workers: NestedRows<Worker> }

// Copying the rows would take as long as reading them.
const withWorkers = (rows: readonly Row[]): SummaryWithWorkers[] =>
  rows.map((row) => Object.assign(row, { workers: workerRows.rows(row.workers) }))

type PersonPage = { personId: number; offset: number; count: number }

const ownRows = nestedRows((db, { personId, offset, count }: PersonPage) =>
  ownOf(db, personId).select(columns).orderBy('ticket.id', 'desc').offset(offset).limit(count),
)

const own = statement((db, values: PersonPage) => {
  const total = ownOf(db, values.personId).select((eb) => eb.fn.countAll<number>().as('n'))
  return sql<{
    total: number
    rows: NestedRows<TicketSummary>
  }>`select (${total}) as total, ${ownRows.column(db, values)} as rows`
})

const ownOf = (db: Db, personId: PersonPage['personId']) => db.selectFrom('ticket').where('person_id', '=', personId)

// One column, because handing over a column takes about as long as finding a row.
const text = sql<string>`owner || ${sql.lit('\n')} || device || ${sql.lit('\n')} || device_model || ${sql.lit('\n')} || description
  || ${sql.lit('\n')} || remedy || ${sql.lit('\n')} || ${searchableNotes}`

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

/** Up to this offset, skipping rows is faster than looking up the place. */
export const firstPageDepth = 128
const newest = Number.MAX_SAFE_INTEGER

/**
 * Unfinished tickets in the order of a partial index, which the literal condition selects. SQLite is told its name,
 * because it would take any index that begins with `open`.
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

export interface UnclaimedTicket {
  readonly id: number
  readonly at: number
  readonly personId: number
}

/** Pages of lists. Each list has an index in its order, and counts that lead to its pages. */
export class TicketListStore extends Queries {
  readonly #tally = new ListCountStore(this.db)
  async firstPage(input: ListInput, offset: number, count: number) {
    const [found] = await front(this.db, listOf(input), { lowest: 1, highest: newest, offset, count })
    return { rows: withWorkers(shownRows.rows(found?.rows ?? '[]')), total: found?.total ?? 0 }
  }

  async page(input: ListInput, offset: number, count: number) {
    const { upTo, skip, total } = await this.#tally.seek(listOf(input), offset)
    const range = { memberId: input.memberId, lowest: 1, highest: upTo }
    const rows = upTo < 1 ? [] : await rowsOf(input)(this.db, { ...range, offset: skip, count })
    return { rows: withWorkers(rows), total }
  }

  /** Unfinished tickets since a moment are few, so they are counted. */
  async recentPage({ memberId, ...list }: Omit<ListInput, 'open'>, since: number, offset: number, count: number) {
    const input = { ...list, memberId, open: true }
    const all = within(this.db, input, { memberId, lowest: 1, highest: newest }).where('ticket.created_at', '>=', since)
    const isListed = sharedLists.get(listOf(input))
    const counted = isListed
      ? countOf(openBy(this.db, 'ticket_open_by_creation').where('created_at', '>=', since).where(isListed))
      : countOf(all.clearOrderBy())
    const page = shown(this.db, all.select(columns).offset(offset).limit(count)).execute()
    const [rows, total] = await allSettledOrThrow([page, counted])
    return { rows: withWorkers(rows), total }
  }

  async dayPage(input: ListInput, order: DayOrder, { offset, count }: PagePlace) {
    const values = { memberId: input.memberId, offset, count }
    const [total, rows] = await allSettledOrThrow([
      this.#tally.total(listOf(input)),
      rowsByDay[order](input)(this.db, values),
    ])
    return { rows: withWorkers(rows), total }
  }

  /** The oldest first. */
  async sortedByDay(ids: readonly number[]): Promise<number[]> {
    return idsOf(
      this.db
        .selectFrom('ticket')
        .where(inList(this.db, 'id', ids))
        .select('id')
        .orderBy('created_at')
        .orderBy('id'),
    )
  }

  /** For filters without counts, counts rows up to `countUpTo`. */
  async filteredPage(
    { order, ...input }: ListInput & ListFilter & { readonly order?: DayOrder | undefined },
    place: PagePlace,
    countUpTo: number,
  ) {
    let query = within(this.db, input, { memberId: input.memberId, lowest: 1, highest: newest })
    const { type, status } = input
    // The plus keeps the databases from using the index by type where another one finds fewer rows.
    if (type !== undefined) query = query.where(sql<boolean>`+ticket.type = ${type}`)
    if (status !== undefined) {
      // Most tickets are finished, so the index by status does not help to find unfinished ones.
      const finished = statusMeaning(status).phase === 'finished'
      const column = input.open && finished ? sql`+ticket.status` : sql`ticket.status`
      query = query.where(sql<boolean>`${column} = ${status}`)
    }
    const counted = await query.select('ticket.id').limit(countUpTo).execute()
    const page = order
      ? pageByDay(this.db, input, order, place)
      : shown(this.db, query.select(columns).offset(place.offset).limit(place.count))
    const rows = await page.execute()
    return { rows: withWorkers(rows), total: counted.length }
  }

  async counts(memberId: number): Promise<{ open: number; unclaimed: number; mine: number }> {
    const [open, unclaimed, mine] = await allSettledOrThrow([
      this.#tally.total(listNumbers.open),
      this.#tally.total(listNumbers.unclaimed),
      this.#tally.total(listNumbers.openOf(memberId)),
    ])
    return { open, unclaimed, mine }
  }

  unclaimedSince(at: number) {
    return countOf(unclaimed(this.db).where('created_at', '>=', at))
  }

  /** Counts other people with an older unclaimed ticket, at most `most` tickets back. */
  async countPeopleAhead(ticket: UnclaimedTicket, most: number): Promise<number> {
    return (await ahead(this.db, { ...ticket, most }))[0]?.n ?? 0
  }

  /** Tickets whose devices can be collected, the latest first. */
  ready(count: number): Promise<number[]> {
    return idsOf(
      openBy(this.db, 'ticket_ready')
        .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
        .select('id')
        .orderBy('finished_at', 'desc')
        .limit(count),
    )
  }

  async pageOfPerson(personId: number, offset: number, count: number) {
    const [row] = await own(this.db, { personId, offset, count })
    return { rows: ownRows.rows(row?.rows ?? '[]'), total: row?.total ?? 0 }
  }

  texts(ids: readonly number[]) {
    return texts(this.db, { ids })
  }

  /** Keeps the order of the ids. */
  async byIds(ids: readonly number[]): Promise<SummaryWithWorkers[]> {
    const rows = withWorkers(await byIds(this.db, { ids }))
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

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
