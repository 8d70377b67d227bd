import type { Db } from './engine/engine.ts'

/** A leave with the names that people know. `date` is `null` where the week was kept as written. */
export interface LeaveRow {
  readonly id: number
  readonly memberId: number
  readonly member: string
  readonly memberActive: number
  readonly week: string
  readonly shift: string
  readonly date: string | null
  readonly number: number | null
  readonly reason: string
  /** A substitute who was removed from the team is none any more. */
  readonly substituteId: number | null
  readonly substitute: string | null
  /** When the substitute took the shift themselves; `null` if they were named, or there is none. */
  readonly takenAt: number | null
  readonly createdAt: number
}

export interface LeaveWish {
  readonly memberId: number
  readonly week: string
  readonly shift: string
  readonly date: string | null
  readonly number: number | null
  readonly reason: string
  readonly substituteId: number | null
  readonly at: number
}

export function leaveStore(db: Db) {
  const named = () =>
    db
      .selectFrom('absence')
      .innerJoin('member', 'member.id', 'absence.member_id')
      .leftJoin('member as other', (join) =>
        join.onRef('other.id', '=', 'absence.substitute_id').on('other.active', '=', 1),
      )
      .select([
        'absence.id',
        'absence.member_id as memberId',
        'member.name as member',
        'member.active as memberActive',
        'absence.week',
        'absence.shift',
        'absence.date',
        'absence.number',
        'absence.reason',
        'other.id as substituteId',
        'other.name as substitute',
        'absence.taken_at as takenAt',
        'absence.created_at as createdAt',
      ])
  return {
    async find(id: number): Promise<LeaveRow | undefined> {
      return named().where('absence.id', '=', id).executeTakeFirst()
    },
    /** The leave of a member from that shift on that date, or from what they wrote in place of it. */
    async of(
      memberId: number,
      when: { date: string | null; number: number | null; week: string; shift: string },
    ): Promise<LeaveRow | undefined> {
      const mine = named().where('absence.member_id', '=', memberId)
      const same =
        when.date === null || when.number === null
          ? mine
              .where('absence.date', 'is', null)
              .where('absence.week', '=', when.week)
              .where('absence.shift', '=', when.shift)
          : mine.where('absence.date', '=', when.date).where('absence.number', '=', when.number)
      return same.executeTakeFirst()
    },
    async since(date: string): Promise<LeaveRow[]> {
      return named().where('absence.date', '>=', date).orderBy('absence.date').orderBy('absence.id').execute()
    },
    async ofMember(memberId: number): Promise<LeaveRow[]> {
      return named().where('absence.member_id', '=', memberId).orderBy('absence.id').execute()
    },
    /** Why somebody did not come is theirs; that they did not is the roster's. */
    async forgetReasons(memberId: number): Promise<void> {
      await db.updateTable('absence').set({ reason: '' }).where('member_id', '=', memberId).execute()
    },
    /** All, or those alone that were kept as written. */
    async list(offset: number, count: number, unbound: boolean): Promise<LeaveRow[]> {
      return named()
        .$if(unbound, (query) => query.where('absence.date', 'is', null))
        .orderBy('absence.id', 'desc')
        .offset(offset)
        .limit(count)
        .execute()
    },
    async count(unbound: boolean): Promise<number> {
      const { count } = await db
        .selectFrom('absence')
        .$if(unbound, (query) => query.where('date', 'is', null))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async add(wish: LeaveWish): Promise<number> {
      const { id } = await db
        .insertInto('absence')
        .values({
          member_id: wish.memberId,
          week: wish.week,
          shift: wish.shift,
          date: wish.date,
          number: wish.number,
          reason: wish.reason,
          substitute_id: wish.substituteId,
          taken_at: null,
          created_at: wish.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async replace(id: number, wish: LeaveWish, takenAt: number | null): Promise<void> {
      await db
        .updateTable('absence')
        .set({
          week: wish.week,
          shift: wish.shift,
          reason: wish.reason,
          substitute_id: wish.substituteId,
          taken_at: takenAt,
          created_at: wish.at,
        })
        .where('id', '=', id)
        .execute()
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('absence').where('id', '=', id).execute()
    },
    async take(id: number, substituteId: number, at: number): Promise<void> {
      await db.updateTable('absence').set({ substitute_id: substituteId, taken_at: at }).where('id', '=', id).execute()
    },
  }
}
