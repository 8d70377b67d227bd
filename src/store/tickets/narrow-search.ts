import { type RawBuilder, sql } from 'kysely'
import { queryTypes, statuses, statusesIn } from '#contract/codes.ts'
import { type Db, numberTable } from '../engine/index.ts'
import type { ListWish, Narrowing } from './lists.ts'
import { blockSize, gramBlock, mark } from './search-index.ts'

/** Where most tickets end. */
const ends: readonly number[] = statusesIn('finished', 'closed')

interface Narrow {
  readonly table: 'ticket' | 'worker'
  /** The condition, and the column of ids that stands behind it in an index. */
  readonly which: RawBuilder<unknown>
  readonly id: string
  /** Nothing else is wished for. */
  readonly whole: boolean
}

/** How an index leads to few tickets, whatever else is wished for. */
function narrowest({ memberId, open, queryType, type, status }: ListWish & Narrowing): Narrow | undefined {
  const further = type !== undefined || status !== undefined
  if (queryType === queryTypes.mine) {
    const mine = sql`worker.member_id = ${memberId}`
    const which = open ? sql`${mine} and worker.open = 1` : mine
    return { table: 'worker', id: 'worker.ticket_id', which, whole: !further }
  }
  const ofTickets = { table: 'ticket', id: 'ticket.id' } as const
  if (queryType === queryTypes.unclaimed)
    return { ...ofTickets, which: sql`ticket.status = ${statuses.submitted}`, whole: !further }
  const every = queryType === queryTypes.all && type === undefined
  if (status !== undefined && !ends.includes(status))
    return { ...ofTickets, which: sql`ticket.status = ${status}`, whole: every && !open }
  if (open) return { ...ofTickets, which: sql`ticket.open = 1`, whole: every && status === undefined }
  return undefined
}

/** Few tickets among many: their marks in each block of ids that has some. */
export interface NarrowedTickets {
  readonly marks: ReadonlyMap<number, string>
  /** Nothing else was wished for. */
  readonly whole: boolean
}

function marksOf(ids: readonly number[]): NarrowedTickets['marks'] {
  const marks = new Map<number, string>()
  for (const id of ids) marks.set(gramBlock(id), (marks.get(gramBlock(id)) ?? '') + mark(id))
  return marks
}

export function narrowSearchStore(db: Db) {
  return {
    /** Those in these blocks that a wish leaves, where an index alone tells; nothing if it leaves many. */
    async within(wish: ListWish & Narrowing, blocks: readonly number[]): Promise<NarrowedTickets | undefined> {
      const narrow = narrowest(wish)
      if (!narrow) return undefined
      const id = sql.ref(narrow.id)
      // In one text: as rows, thousands of numbers take longer to hand over than to find.
      const { rows } = await sql<{ ids: string | null }>`
        select string_agg(cast(${id} as text), ',') as ids from ${numberTable(db, blocks)} cross join ${sql.table(narrow.table)}
        where ${narrow.which} and ${id} >= given.value * ${blockSize} and ${id} < (given.value + 1) * ${blockSize}`.execute(
        db,
      )
      const ids = rows[0]?.ids?.split(',').map(Number) ?? []
      return { marks: marksOf(ids), whole: narrow.whole }
    },
  }
}
