import type { Occasion } from '#events/occasions.ts'
import { countOf, type Db, deferredInsert, deferredStatement, hasAny, inList, statement } from '../engine/index.ts'

export interface OccasionRow {
  readonly id: number
  /** As JSON. */
  readonly said: string
  readonly at: number
}

const insert = deferredInsert('occasion')

const length = statement((db) =>
  db
    .selectFrom('occasion')
    .where('set_aside_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n')),
)

const oldest = statement((db, { count }: { count: number }) =>
  db
    .selectFrom('occasion')
    .where('set_aside_at', 'is', null)
    .select(['id', 'said', 'created_at as at'])
    .orderBy('id')
    .limit(count)
    .forUpdate(),
)

const forget = deferredStatement((db, { ids }: { ids: readonly number[] }) =>
  db.deleteFrom('occasion').where(inList(db, 'id', ids)),
)

/** Reasons to tell people something, from the change that is one until it is worked out whom to tell. */
export function occasionStore(db: Db) {
  return {
    add(occasion: Occasion, at: number): void {
      insert(db, { said: JSON.stringify(occasion), created_at: at, set_aside_at: null })
    },
    async length(): Promise<number> {
      return (await length(db))[0]?.n ?? 0
    },
    /** The oldest, in their order, held so that no other node works them out meanwhile. */
    oldest: (count: number): Promise<OccasionRow[]> => oldest(db, { count }),
    forget(ids: readonly number[]): void {
      forget(db, { ids })
    },
    /** It holds up no other from now on, and is kept; `false` if it is not there any more. */
    setAside: (id: number, at: number): Promise<boolean> =>
      hasAny(
        db.updateTable('occasion').set({ set_aside_at: at }).where('id', '=', id).where('set_aside_at', 'is', null),
      ),
    /** What was set aside is tried again: a newer version may understand it. */
    async tryAgain(): Promise<void> {
      await db.updateTable('occasion').set({ set_aside_at: null }).where('set_aside_at', 'is not', null).execute()
    },
    countSetAside: () => countOf(db.selectFrom('occasion').where('set_aside_at', 'is not', null)),
  }
}
