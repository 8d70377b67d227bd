import type { Db } from './engine/engine.ts'
import { preparedQuery } from './engine/prepared-query.ts'

const insert = preparedQuery<{ personId: number; content: string; at: number }>()(
  ['personId', 'content', 'at'],
  (db, a) =>
    db.insertInto('feedback').values({ person_id: a.personId, content: a.content, created_at: a.at }).returning('id'),
)

export function feedbackStore(db: Db) {
  return {
    async add(personId: number, content: string, at: number): Promise<number> {
      const [row] = await insert(db, { personId, content, at })
      if (!row) throw new Error('no id came back')
      return row.id
    },
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
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('feedback')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
