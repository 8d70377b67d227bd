import { sql } from 'kysely'
import { countOf, insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** These replace the author's words for a shift after an erasure: its date and number, or the number of the row. */
export const shiftWithoutWords = {
  week: sql<string>`coalesce(date, '#' || id)`,
  shift: sql<string>`coalesce(cast(number as text), '')`,
}

const insert = insertReturningId('conclusion')

/** A member has one conclusion for each shift, or for each wording of an unclear one. */
export interface ConclusionKey {
  readonly memberId: number
  readonly week: string
  readonly shift: string
  readonly date: string | null
  readonly number: number | null
}

export interface NewConclusion extends ConclusionKey {
  readonly content: string
  readonly at: number
}

export class ConclusionStore extends Queries {
  async findSame({ memberId, week, shift, date, number }: ConclusionKey) {
    const mine = this.db.selectFrom('conclusion').where('member_id', '=', memberId).select(['id', 'content'])
    const same =
      date === null || number === null
        ? mine.where('date', 'is', null).where('week', '=', week).where('shift', '=', shift)
        : mine.where('date', '=', date).where('number', '=', number)
    return same.executeTakeFirst()
  }
  add({ memberId, week, shift, date, number, content, at }: NewConclusion): Promise<number> {
    return insert(this.db, { member_id: memberId, week, shift, date, number, content, created_at: at })
  }
  async replace(id: number, { week, shift, content, at }: NewConclusion): Promise<void> {
    await this.db.updateTable('conclusion').set({ week, shift, content, created_at: at }).where('id', '=', id).execute()
  }
  async ofMember(memberId: number) {
    return this.db.selectFrom('conclusion').where('member_id', '=', memberId).selectAll().orderBy('id').execute()
  }
  async eraseWords(memberId: number): Promise<void> {
    await this.db
      .updateTable('conclusion')
      .set({ content: '', ...shiftWithoutWords })
      .where('member_id', '=', memberId)
      .execute()
  }
  /** The latest shifts first. */
  async ofLatestShifts(count: number) {
    return this.db
      .selectFrom('conclusion')
      .innerJoin('member', 'member.id', 'conclusion.member_id')
      .where('conclusion.date', 'is not', null)
      .where('conclusion.content', '<>', '')
      .selectAll('conclusion')
      .select('member.name as member')
      .orderBy('conclusion.date', 'desc')
      .orderBy('conclusion.number', 'desc')
      .orderBy('conclusion.id')
      .limit(count)
      .execute()
  }
  async list(offset: number, count: number) {
    return this.db
      .selectFrom('conclusion')
      .innerJoin('member', 'member.id', 'conclusion.member_id')
      .selectAll('conclusion')
      .select('member.name as member')
      .orderBy('conclusion.id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
  }
  count() {
    return countOf(this.db.selectFrom('conclusion'))
  }
}
