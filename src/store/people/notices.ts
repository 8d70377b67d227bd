import type { Notice, NoticeFacts, NoticeKind } from '#contract/people/notices.ts'
import { countOf } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface NoticeRow {
  readonly id: number
  readonly at: number
  readonly seenAt: number | null
  readonly notice: Notice
}

const most = 50

export class NoticeStore extends Queries {
  async add<K extends NoticeKind>(personId: number, kind: K, at: number, facts: NoticeFacts[K]) {
    await this.db
      .insertInto('notice')
      .values({ person_id: personId, at, seen_at: null, content: JSON.stringify({ kind, ...facts }) })
      .execute()
    const kept = this.db.selectFrom('notice').where('person_id', '=', personId).orderBy('id', 'desc').limit(most)
    await this.db
      .deleteFrom('notice')
      .where('person_id', '=', personId)
      .where('id', 'not in', this.db.selectFrom(kept.select('id').as('kept')).select('kept.id'))
      .execute()
  }
  async addForMember<K extends NoticeKind>(
    memberId: number,
    kind: K,
    at: number,
    facts: NoticeFacts[K],
    exceptPersonId = 0,
  ): Promise<void> {
    const people = await this.db
      .selectFrom('person')
      .where('member_id', '=', memberId)
      .where('id', '<>', exceptPersonId)
      .select('id')
      .orderBy('id')
      .execute()
    for (const { id } of people) await this.add(id, kind, at, facts)
  }
  /** The newest first. */
  async ofPerson(personId: number): Promise<NoticeRow[]> {
    const rows = await this.db
      .selectFrom('notice')
      .where('person_id', '=', personId)
      .select(['id', 'at', 'seen_at as seenAt', 'content'])
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ content, ...row }) => ({ ...row, notice: JSON.parse(content) as Notice })) // written by `add` alone
  }
  countUnseen(personId: number) {
    return countOf(this.db.selectFrom('notice').where('person_id', '=', personId).where('seen_at', 'is', null))
  }
  async setSeen(personId: number, upTo: number, at: number): Promise<void> {
    await this.db
      .updateTable('notice')
      .set({ seen_at: at })
      .where('person_id', '=', personId)
      .where('id', '<=', upTo)
      .where('seen_at', 'is', null)
      .execute()
  }
  async remove(personId: number): Promise<void> {
    await this.db.deleteFrom('notice').where('person_id', '=', personId).execute()
  }
  async deleteBefore(at: number): Promise<void> {
    await this.db.deleteFrom('notice').where('at', '<', at).execute()
  }
}
