import { countOf, type Db, hasAny, insertReturningId } from '../engine/index.ts'

const insert = insertReturningId('feedback')

export function feedbackStore(db: Db) {
  return {
    add: (personId: number, content: string, at: number): Promise<number> =>
      insert(db, { person_id: personId, content, created_at: at }),
    async of(personId: number) {
      return db
        .selectFrom('feedback')
        .where('person_id', '=', personId)
        .select(['id', 'content', 'created_at'])
        .orderBy('id')
        .execute()
    },
    async remove(personId: number): Promise<void> {
      await db.deleteFrom('feedback').where('person_id', '=', personId).execute()
    },
    async removeOne(id: number): Promise<void> {
      await db.deleteFrom('feedback').where('id', '=', id).execute()
    },
    async list(offset: number, count: number) {
      return db
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
    },
    has: (id: number) => hasAny(db.selectFrom('feedback').where('id', '=', id).select('id')),
    count: () => countOf(db.selectFrom('feedback')),
  }
}
