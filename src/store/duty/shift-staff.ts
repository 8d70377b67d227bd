import type { HourRange } from '../hours/hours.ts'
import { Queries } from '../queries.ts'

/** A member whom the roster had on a shift that has ended. */
export interface ShiftStaffRow {
  readonly date: string
  readonly shift: string
  readonly memberId: number
}

/** The staff of the shifts that have ended. */
export class ShiftStaffStore extends Queries {
  /** Rows that exist stay as they are. */
  async add(rows: readonly ShiftStaffRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.db
      .insertInto('shift_staff')
      .values(rows.map(({ date, shift, memberId }) => ({ date, shift, member_id: memberId })))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  /** The shifts of these days, of all members or one. */
  async between({ from, until }: HourRange, memberId?: number): Promise<ShiftStaffRow[]> {
    return this.db
      .selectFrom('shift_staff')
      .where('date', '>=', from)
      .where('date', '<=', until)
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
      .select(['date', 'shift', 'member_id as memberId'])
      .execute()
  }
}
