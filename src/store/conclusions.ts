import type { Db } from './engine.ts'

export interface ConclusionWish {
  readonly memberId: number
  readonly week: string
  readonly shift: string
  readonly date: string | null
  readonly number: number | null
  readonly content: string
  readonly at: number
}

export function conclusionStore(db: Db) {
  return {
    /** Hands in a summary in place of an earlier one for the same shift; answers the id of that one too. */
    async put(wish: ConclusionWish): Promise<{ id: number; replaced: number | undefined }> {
      const mine = db.deleteFrom('conclusion').where('member_id', '=', wish.memberId)
      const same =
        wish.date === null || wish.number === null
          ? mine.where('date', 'is', null).where('week', '=', wish.week).where('shift', '=', wish.shift)
          : mine.where('date', '=', wish.date).where('number', '=', wish.number)
      const old = await same.returning('id').executeTakeFirst()
      const { id } = await db
        .insertInto('conclusion')
        .values({
          member_id: wish.memberId,
          week: wish.week,
          shift: wish.shift,
          date: wish.date,
          number: wish.number,
          content: wish.content,
          created_at: wish.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, replaced: old?.id }
    },
    /** What a member handed in for a shift. */
    async of(memberId: number, date: string, number: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('conclusion')
        .where('member_id', '=', memberId)
        .where('date', '=', date)
        .where('number', '=', number)
        .select('content')
        .executeTakeFirst()
      return row?.content
    },
    async ofMember(memberId: number) {
      return db.selectFrom('conclusion').where('member_id', '=', memberId).selectAll().orderBy('id').execute()
    },
    async blankOf(memberId: number): Promise<void> {
      await db.updateTable('conclusion').set({ content: '' }).where('member_id', '=', memberId).execute()
    },
    async list(offset: number, count: number) {
      return db
        .selectFrom('conclusion')
        .innerJoin('member', 'member.id', 'conclusion.member_id')
        .selectAll('conclusion')
        .select('member.name as member')
        .orderBy('conclusion.id', 'desc')
        .offset(offset)
        .limit(count)
        .execute()
    },
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('conclusion')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
