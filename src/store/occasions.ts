import type { Occasion } from '#events/occasions.ts'
import { countOf } from './engine/answers.ts'
import type { Db } from './engine/engine.ts'
import { preparedInsert } from './engine/prepared-query.ts'
import { inList, isEmbedded } from './engine/value-lists.ts'

export interface OccasionRow {
  readonly id: number
  /** As JSON. */
  readonly said: string
  readonly at: number
}

const insert = preparedInsert('occasion')

/** Reasons to tell people something, from the change that is one until it is worked out whom to tell. */
export function occasionStore(db: Db) {
  return {
    async add(occasion: Occasion, at: number): Promise<void> {
      await insert(db, { said: JSON.stringify(occasion), created_at: at })
    },
    length: (): Promise<number> => countOf(db.selectFrom('occasion')),
    /** The oldest, in their order, held so that no other node works them out meanwhile. */
    async oldest(count: number): Promise<OccasionRow[]> {
      const query = db.selectFrom('occasion').select(['id', 'said', 'created_at as at']).orderBy('id').limit(count)
      return (isEmbedded(db) ? query : query.forUpdate()).execute()
    },
    async forget(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom('occasion')
        .where(inList(db, 'id', ids))
        .execute()
    },
  }
}
