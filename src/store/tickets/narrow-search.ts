import { type RawBuilder, sql } from 'kysely'
import { queryTypes, statuses, statusesIn } from '#contract/codes.ts'
import { numberTable } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { ListFilter, ListInput } from './lists.ts'
import { blockOf, blockSize, encodeId } from './search-index.ts'

const ends: readonly number[] = statusesIn('finished', 'closed')

interface Narrow {
  readonly table: 'ticket' | 'worker'
  readonly which: RawBuilder<unknown>
  readonly id: string
  readonly whole: boolean
}

/** An index that leads to few tickets, if there is one. */
function narrowest({ memberId, open, queryType, type, status }: ListInput & ListFilter): Narrow | undefined {
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

export interface SearchCandidates {
  readonly marks: ReadonlyMap<number, string>
  readonly whole: boolean
}

function encodeIds(ids: readonly number[]): SearchCandidates['marks'] {
  const marks = new Map<number, string>()
  for (const id of ids) marks.set(blockOf(id), (marks.get(blockOf(id)) ?? '') + encodeId(id))
  return marks
}

export class NarrowSearchStore extends Queries {
  /** The filtered tickets in these blocks, if an index finds few. */
  async candidates(input: ListInput & ListFilter, blocks: readonly number[]): Promise<SearchCandidates | undefined> {
    const narrow = narrowest(input)
    if (!narrow) return undefined
    const id = sql.ref(narrow.id)
    // One text, because transferring thousands of rows takes longer than finding them.
    const { rows } = await sql<{ ids: string | null }>`
      select string_agg(cast(${id} as text), ',') as ids from ${numberTable(this.db, blocks)} cross join ${sql.table(narrow.table)}
      where ${narrow.which} and ${id} >= given.value * ${blockSize} and ${id} < (given.value + 1) * ${blockSize}`.execute(
      this.db,
    )
    const ids = rows[0]?.ids?.split(',').map(Number) ?? []
    return { marks: encodeIds(ids), whole: narrow.whole }
  }
}
