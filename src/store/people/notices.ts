import type { Notice, NoticeFacts, NoticeKind } from '#contract/people/notices.ts'
import { Queries } from '../queries.ts'

export interface NoticeRow {
  readonly id: number
  readonly at: number
  readonly seenAt: number | null
  /** The hash of the session in which the person did it themselves, in hexadecimal; empty if another did it. */
  readonly session: string
  readonly notice: Notice
}

const most = 50

export class NoticeStore extends Queries {
  async add<K extends NoticeKind>(personId: number, kind: K, at: number, facts: NoticeFacts[K], session = '') {
    const content = JSON.stringify({ kind, ...facts, ...(session === '' ? {} : { session }) })
    await this.db.insertInto('notice').values({ person_id: personId, at, seen_at: null, content }).execute()
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
    { session = '', exceptPersonId = 0 }: { session?: string; exceptPersonId?: number } = {},
  ): Promise<void> {
    const people = await this.db
      .selectFrom('person')
      .where('member_id', '=', memberId)
      .where('id', '<>', exceptPersonId)
      .select('id')
      .orderBy('id')
      .execute()
    for (const { id } of people) await this.add(id, kind, at, facts, session)
  }
  /** The newest first. */
  async ofPerson(personId: number): Promise<NoticeRow[]> {
    const rows = await this.db
      .selectFrom('notice')
      .where('person_id', '=', personId)
      .select(['id', 'at', 'seen_at as seenAt', 'content'])
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ content, ...row }) => {
      const { session = '', ...notice } = JSON.parse(content) as Notice & { session?: string } // only `add` writes it
      return { ...row, session, notice }
    })
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
