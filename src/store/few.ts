import { type RawBuilder, sql } from 'kysely'
import { queryTypes, statuses } from '#contract/codes.ts'
import { given } from './among.ts'
import type { Db } from './engine.ts'
import { blockSize } from './grams.ts'
import type { ListWish, Narrowing } from './ticket-lists.ts'

/** Where most tickets end. */
const ends: readonly number[] = [statuses.repaired, statuses.unrepairable, statuses.cancelled]

interface Few {
  readonly table: 'ticket' | 'worker'
  /** The condition, and the column of ids that stands behind it in an index. */
  readonly which: RawBuilder<unknown>
  readonly id: string
  /** Nothing else is wished for. */
  readonly whole: boolean
}

/** How an index leads to few tickets, whatever else is wished for. */
function narrowest({ memberId, open, queryType, type, status }: ListWish & Narrowing): Few | undefined {
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

/** Few tickets among many, where an index alone tells which. */
export function fewStore(db: Db) {
  return {
    /** Those in these blocks of ids that a wish leaves; nothing if it leaves many. */
    async within(wish: ListWish & Narrowing, blocks: readonly number[]) {
      const few = narrowest(wish)
      if (!few) return undefined
      const id = sql.ref(few.id)
      // In one text: as rows, thousands of numbers take longer to hand over than to find.
      const { rows } = await sql<{ ids: string | null }>`
        select string_agg(cast(${id} as text), ',') as ids from ${given(db, blocks)} cross join ${sql.table(few.table)}
        where ${few.which} and ${id} >= given.value * ${blockSize} and ${id} < (given.value + 1) * ${blockSize}`.execute(
        db,
      )
      return { ids: new Set(rows[0]?.ids?.split(',').map(Number)), whole: few.whole }
    },
  }
}
