import type { Db } from './engine.ts'
import { hot } from './hot.ts'

const insert = hot<{ personId: number; content: string; at: number }>()(['personId', 'content', 'at'], (db, a) =>
  db.insertInto('feedback').values({ person_id: a.personId, content: a.content, created_at: a.at }).returning('id'),
)

export function feedbackStore(db: Db) {
  return {
    async add(personId: number, content: string, at: number): Promise<number> {
      const [row] = await insert(db, { personId, content, at })
      if (!row) throw new Error('no id came back')
      return row.id
    },
  }
}
