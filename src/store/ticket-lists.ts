import { type RawBuilder, sql } from 'kysely'
import { meaningOf, queryTypes, statuses, statusesIn, ticketTypes } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'
import { inList, inListValue, type ListValue, listValue, literals } from './engine/value-lists.ts'
import { lists, tallyStore } from './tally.ts'

const columns = [
  'ticket.id',
  'ticket.person_id',
  'ticket.type',
  'ticket.status',
  'ticket.device',
  'ticket.device_model',
  'ticket.owner',
  'ticket.phone',
  'ticket.created_at',
  'ticket.confirmed_at',
] as const

/** Which tickets a member wants to see. */
export interface ListWish {
  readonly memberId: number
  /** The unfinished ones alone. */
  readonly open: boolean
  readonly queryType: number
  /** Only ids from here on. */
  readonly fromId?: number
}

/** Further wishes, for which no list is kept. */
export interface Narrowing {
  readonly type?: number | undefined
  readonly status?: number | undefined
}

function listOf({ memberId, open, queryType }: ListWish): number {
  switch (queryType) {
    case queryTypes.appliances:
      return open ? lists.openAppliances : lists.appliances
    case queryTypes.computers:
      return open ? lists.openComputers : lists.computers
    case queryTypes.unclaimed:
      return lists.unclaimed // what nobody has claimed is unfinished
    case queryTypes.mine:
      return open ? lists.openOf(memberId) : lists.of(memberId)
    default:
      return open ? lists.open : lists.all
  }
}

const worksHere = (memberId: number | RawBuilder<number>) =>
  sql<number>`(select count(*) from worker where worker.ticket_id = ticket.id and worker.member_id = ${memberId})`.as(
    'mine',
  )

interface Range {
  readonly memberId: number
  readonly lowest: number
  readonly highest: number
}

/** The tickets of a list whose ids lie in a range, in the order of its index. */
function within(db: Db, { open, queryType }: Omit<ListWish, 'memberId'>, range: Range | Slots<Range>) {
  const { memberId, lowest, highest } = range
  if (queryType === queryTypes.mine) {
    let mine = db
      .selectFrom('worker')
      .innerJoin('ticket', 'ticket.id', 'worker.ticket_id')
      .where('worker.member_id', '=', memberId)
      .where('worker.ticket_id', '>=', lowest)
      .where('worker.ticket_id', '<=', highest)
    if (open) mine = mine.where('worker.open', '=', 1)
    return mine.select(columns).select(worksHere(memberId)).orderBy('worker.ticket_id', 'desc')
  }
  let query = db.selectFrom('ticket').where('ticket.id', '>=', lowest).where('ticket.id', '<=', highest)
  if (open && queryType !== queryTypes.unclaimed) query = query.where('ticket.open', '=', 1)
  if (queryType === queryTypes.appliances) query = query.where('ticket.type', '=', ticketTypes.appliance)
  if (queryType === queryTypes.computers) query = query.where('ticket.type', '=', ticketTypes.computer)
  if (queryType === queryTypes.unclaimed) query = query.where('ticket.status', '=', statuses.submitted)
  return query.select(columns).select(worksHere(memberId)).orderBy('ticket.id', 'desc')
}

/** A statement for each list, compiled once. */
function forEachList<Statement>(prepare: (list: Omit<ListWish, 'memberId'>) => Statement) {
  const all = new Map<string, Statement>()
  return ({ open, queryType }: ListWish): Statement => {
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
  preparedQuery((db, slots: Slots<Range & { offset: number; count: number }>) =>
    within(db, list, slots).offset(slots.offset).limit(slots.count),
  ),
)

const countOf = forEachList((list) =>
  preparedQuery((db, range: Slots<Range>) =>
    within(db, list, range)
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<number>().as('n')),
  ),
)

const own = preparedQuery(
  (db, { personId, offset, count }: Slots<{ personId: number; offset: number; count: number }>) =>
    db
      .selectFrom('ticket')
      .where('person_id', '=', personId)
      .select(columns)
      .orderBy('ticket.id', 'desc')
      .offset(offset)
      .limit(count),
)

const ownCount = preparedQuery((db, { personId }: Slots<{ personId: number }>) =>
  db
    .selectFrom('ticket')
    .where('person_id', '=', personId)
    .select((eb) => eb.fn.countAll<number>().as('n')),
)

const workers = preparedQuery((db, { ids }: Slots<{ ids: ListValue }>) =>
  db
    .selectFrom('worker')
    .innerJoin('member', 'member.id', 'worker.member_id')
    .where(inListValue(db, 'worker.ticket_id', ids))
    .select(['worker.ticket_id', 'member.id', 'member.name', 'member.avatar'])
    .orderBy('worker.since')
    .orderBy('member.id'),
)

/** So many rows are passed over sooner than a place is looked up. */
const shallow = 128

/** Rows for the lists. Each list has an index in its order, and a tally that leads to its pages. */
export function ticketListStore(db: Db) {
  const tally = tallyStore(db)

  /** Blocks of ids beyond the first one are counted by their tallies, that one by its rows. */
  const since = async (wish: ListWish, fromId: number): Promise<number> => {
    const highest = (Math.floor(fromId / 128) + 1) * 128 - 1
    const [near, far] = await Promise.all([
      countOf(wish)(db, { memberId: wish.memberId, lowest: fromId, highest }),
      tally.beyond(listOf(wish), fromId),
    ])
    return (near[0]?.n ?? 0) + far
  }

  return {
    async page(wish: ListWish, offset: number, count: number) {
      const { memberId, fromId: lowest = 1 } = wish
      const list = listOf(wish)
      const rows = ({ upTo, skip }: { readonly upTo: number; readonly skip: number }) =>
        upTo < lowest ? [] : rowsOf(wish)(db, { memberId, lowest, highest: upTo, offset: skip, count })
      if (offset <= shallow) {
        const [here, total] = await Promise.all([
          rows({ upTo: Number.MAX_SAFE_INTEGER, skip: offset }),
          lowest === 1 ? tally.total(list) : since(wish, lowest),
        ])
        return { rows: here, total }
      }
      const place = await tally.place(list, offset)
      return { rows: await rows(place), total: lowest === 1 ? place.total : await since(wish, lowest) }
    },

    /** The same where no tally leads to the page: rows are counted, and only so far. */
    async narrowed(wish: ListWish & Narrowing, offset: number, count: number, countUpTo: number) {
      let query = within(db, wish, { memberId: wish.memberId, lowest: 1, highest: Number.MAX_SAFE_INTEGER })
      const { type, status } = wish
      // A plus keeps the databases from going by the index of that column where another one leads to fewer rows.
      if (type !== undefined) query = query.where(sql<boolean>`+ticket.type = ${type}`)
      if (status !== undefined) {
        // Most tickets end as finished ones, so the index by status is no help with those that are still unfinished.
        const finished = meaningOf(status).phase === 'finished'
        const column = wish.open && finished ? sql`+ticket.status` : sql`ticket.status`
        query = query.where(sql<boolean>`${column} = ${status}`)
      }
      const counted = await query.clearSelect().select('ticket.id').limit(countUpTo).execute()
      return { rows: await query.offset(offset).limit(count).execute(), total: counted.length }
    },

    /** How many unfinished ones there are with this id or a later one. */
    openSince: (fromId: number) => since({ memberId: 0, open: true, queryType: queryTypes.all }, fromId),

    /** How many nobody has claimed there are with this id or a later one. */
    unclaimedSince: (fromId: number) => since({ memberId: 0, open: true, queryType: queryTypes.unclaimed }, fromId),

    /** What can be taken back, the latest first. Written out, so that both databases know the index it is kept in. */
    async ready(count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('ticket')
        .where('open', '=', sql.lit(1))
        .where(sql<boolean>`status in (${literals(statusesIn('finished'))})`)
        .select('id')
        .orderBy('finished_at', 'desc')
        .limit(count)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** The first id that was given at or after a moment; `undefined` if none was. */
    async firstSince(at: number): Promise<number | undefined> {
      const row = await db
        .selectFrom('ticket')
        .where('created_at', '>=', at)
        .select('id')
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    async of(personId: number, offset: number, count: number) {
      const [rows, [counted]] = await Promise.all([own(db, { personId, offset, count }), ownCount(db, { personId })])
      return { rows, total: counted?.n ?? 0 }
    },

    /** These tickets with all the text that a search looks at. */
    async texts(ids: readonly number[]) {
      return db
        .selectFrom('ticket')
        .where(inList(db, 'id', ids))
        .select([
          'id',
          'person_id',
          'type',
          'status',
          'open',
          'device',
          'device_model',
          'owner',
          'phone',
          'description',
        ])
        .execute()
    },

    async byIds(ids: readonly number[], memberId: number) {
      if (ids.length === 0) return []
      return db
        .selectFrom('ticket')
        .where('id', 'in', ids)
        .select(columns)
        .select(worksHere(memberId))
        .orderBy('ticket.id', 'desc')
        .execute()
    },

    /** Who works on these, longest first. */
    async workers(ids: readonly number[]) {
      return workers(db, { ids: listValue(db, ids) })
    },

    /** Which of these a member works on. */
    async workedOn(ids: readonly number[], memberId: number): Promise<Set<number>> {
      const rows = await db
        .selectFrom('worker')
        .where('member_id', '=', memberId)
        .where('ticket_id', 'in', ids)
        .select('ticket_id')
        .execute()
      return new Set(rows.map((row) => row.ticket_id))
    },
  }
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof ticketListStore>['of']>>['rows'][number] & {
  readonly mine?: number
}
