import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { Actor } from '../people/actor.ts'

export interface RatingWish {
  readonly stars: number
  readonly content?: string
}

/** What owners think of their repairs. */
export function ratingService(_store: Store, _now: Clock) {
  return {
    async rate(_actor: Actor, _id: number, _wish: RatingWish): Promise<void> {
      throw new Error('not built yet')
    },
  }
}

export type RatingService = ReturnType<typeof ratingService>
