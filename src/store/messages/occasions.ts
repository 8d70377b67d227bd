import type { Occasion } from '#events/occasions.ts'
import { countOf, deferredInsert, deferredStatement, hasAny, inList, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

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

/** Reasons to tell people something. A change adds them, and a job works out the messages. */
export class OccasionStore extends Queries {
  add(occasion: Occasion, at: number): void {
    insert(this.db, { said: JSON.stringify(occasion), created_at: at, set_aside_at: null })
  }
  async count(): Promise<number> {
    return (await length(this.db))[0]?.n ?? 0
  }
  /** The lock keeps other nodes from working out the same ones. */
  lockOldest(count: number): Promise<OccasionRow[]> {
    return oldest(this.db, { count })
  }
  remove(ids: readonly number[]): void {
    forget(this.db, { ids })
  }
  /** `false` if the occasion no longer exists. */
  setAside(id: number, at: number): Promise<boolean> {
    return hasAny(
      this.db.updateTable('occasion').set({ set_aside_at: at }).where('id', '=', id).where('set_aside_at', 'is', null),
    )
  }
  /** A newer version may understand what an older one set aside. */
  async retrySetAside(): Promise<void> {
    await this.db.updateTable('occasion').set({ set_aside_at: null }).where('set_aside_at', 'is not', null).execute()
  }
  countSetAside() {
    return countOf(this.db.selectFrom('occasion').where('set_aside_at', 'is not', null))
  }
}
