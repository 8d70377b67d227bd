import type { Db } from './engine/engine.ts'

/** A shift that has ended, and one of those whom the roster had there. */
export interface StaffRow {
  readonly date: string
  readonly shift: string
  readonly memberId: number
  readonly until: number
}

/** Whom the roster had on the shifts that have ended. */
export function shiftStaffStore(db: Db) {
  return {
    /** What is there already stays as it is. */
    async add(rows: readonly StaffRow[]): Promise<void> {
      if (rows.length === 0) return
      await db
        .insertInto('shift_staff')
        .values(rows.map(({ date, shift, memberId, until }) => ({ date, shift, member_id: memberId, until_at: until })))
        .onConflict((oc) => oc.doNothing())
        .execute()
    },
  }
}
