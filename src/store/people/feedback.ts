import { countOf, hasAny, insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const insert = insertReturningId('feedback')

export class FeedbackStore extends Queries {
  add(personId: number, content: string, at: number): Promise<number> {
    return insert(this.db, { person_id: personId, content, created_at: at })
  }
  async ofPerson(personId: number) {
    return this.db
      .selectFrom('feedback')
      .where('person_id', '=', personId)
      .select(['id', 'content', 'created_at'])
      .orderBy('id')
      .execute()
  }
  async removeOfPerson(personId: number): Promise<void> {
    await this.db.deleteFrom('feedback').where('person_id', '=', personId).execute()
  }
  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('feedback').where('id', '=', id).execute()
  }
  async list(offset: number, count: number) {
    return this.db
      .selectFrom('feedback')
      .innerJoin('person', 'person.id', 'feedback.person_id')
      .select([
        'feedback.id',
        'feedback.content',
        'feedback.created_at',
        'person.id as personId',
        'person.name as personName',
      ])
      .orderBy('feedback.id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
  }
  has(id: number) {
    return hasAny(this.db.selectFrom('feedback').where('id', '=', id).select('id'))
  }
  count() {
    return countOf(this.db.selectFrom('feedback'))
  }
}
