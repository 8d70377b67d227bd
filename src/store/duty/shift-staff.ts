import type { HourRange } from '../hours/hours.ts'
import { Queries } from '../queries.ts'

/** A shift that has ended, and one of those whom the roster had there. */
export interface ShiftStaffRow {
  readonly date: string
  readonly shift: string
  readonly memberId: number
}

/** Whom the roster had on the shifts that have ended. */
export class ShiftStaffStore extends Queries {
  /** What is there already stays as it is. */
  async add(rows: readonly ShiftStaffRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.db
      .insertInto('shift_staff')
      .values(rows.map(({ date, shift, memberId }) => ({ date, shift, member_id: memberId })))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  /** Those of these days, or one member's. */
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
