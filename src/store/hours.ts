import type { Insertable, Selectable, Updateable } from 'kysely'
import type { HourKind } from '#contract/hour-fields.ts'
import type { SignedIn } from '#rules/signing.ts'
import type { Db } from './engine/engine.ts'
import { inList } from './engine/value-lists.ts'
import type { HourLineTable, HourPeriodTable } from './tables.ts'

/** A line with the names that people know; none once they were erased. */
export interface HourRow extends Selectable<HourLineTable> {
  readonly name: string
  readonly decidedBy: string | null
  readonly writtenBy: string | null
}
export type HourPeriodRow = Selectable<HourPeriodTable> & { readonly closedBy: string }

export interface HourRange {
  readonly from?: string
  readonly until?: string
  readonly memberId?: number
}

/** The ledger of hours, and its periods. */
export function hourStore(db: Db) {
  const lines = () =>
    db
      .selectFrom('hour_line')
      .innerJoin('member', 'member.id', 'hour_line.member_id')
      .leftJoin('member as decider', 'decider.id', 'hour_line.decided_by')
      .leftJoin('member as writer', 'writer.id', 'hour_line.written_by')
      .selectAll('hour_line')
      .select((eb) => [
        eb.case().when('member.erased', '=', 1).then('').else(eb.ref('member.name')).end().as('name'),
        'decider.name as decidedBy',
        'writer.name as writtenBy',
      ])
  return {
    async add(row: Insertable<HourLineTable>): Promise<number> {
      const { id } = await db.insertInto('hour_line').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },
    async find(id: number): Promise<HourRow | undefined> {
      return lines().where('hour_line.id', '=', id).executeTakeFirst()
    },
    async change(ids: readonly number[], columns: Updateable<HourLineTable>): Promise<void> {
      if (ids.length > 0)
        await db
          .updateTable('hour_line')
          .set(columns)
          .where(inList(db, 'id', ids))
          .execute()
    },
    /** By the day that they count on, and then in the order in which they were written. */
    async list({ from = '', until = '9999-12-31', memberId }: HourRange): Promise<HourRow[]> {
      return lines()
        .where('hour_line.counts_on', '>=', from)
        .where('hour_line.counts_on', '<=', until)
        .$if(memberId !== undefined, (query) => query.where('hour_line.member_id', '=', memberId ?? 0))
        .orderBy('hour_line.counts_on')
        .orderBy('hour_line.id')
        .execute()
    },
    /** Those of these members that have not signed out, or of everybody. */
    async unended(memberId?: number): Promise<HourRow[]> {
      return lines()
        .where('hour_line.kind', '=', 'shift')
        .where('hour_line.left_at', 'is', null)
        .$if(memberId !== undefined, (query) => query.where('hour_line.member_id', '=', memberId ?? 0))
        .orderBy('hour_line.id')
        .execute()
    },
    /** Who has signed in for shifts of these days, whether they are still there or not. */
    async stays(since: string): Promise<SignedIn[]> {
      return db
        .selectFrom('hour_line')
        .where('kind', '=', 'shift')
        .where('came_how', 'in', ['board', 'desk'])
        .where('counts_on', '>=', since)
        .select([
          'member_id as memberId',
          'date',
          'shift',
          'shift_from',
          'shift_until',
          'came_at',
          'left_at',
          'left_how',
        ])
        .orderBy('id')
        .execute()
    },
    async periods(): Promise<HourPeriodRow[]> {
      return db
        .selectFrom('hour_period')
        .innerJoin('member', 'member.id', 'hour_period.closed_by')
        .selectAll('hour_period')
        .select('member.name as closedBy')
        .orderBy('hour_period.until_date', 'desc')
        .execute()
    },
    /** The last day that is closed; empty while none is. */
    async closedUntil(): Promise<string> {
      const row = await db
        .selectFrom('hour_period')
        .select('until_date')
        .orderBy('until_date', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.until_date ?? ''
    },
    async addPeriod(row: Insertable<HourPeriodTable>): Promise<number> {
      const { id } = await db.insertInto('hour_period').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },
    async addSums(
      rows: readonly { period_id: number; member_id: number; kind: HourKind; minutes: number }[],
    ): Promise<void> {
      if (rows.length > 0) await db.insertInto('hour_sum').values(rows).execute()
    },
    /** What each member has in closed periods, or one of them. */
    async sums(memberId?: number) {
      return db
        .selectFrom('hour_sum')
        .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
        .selectAll()
        .execute()
    },
  }
}
