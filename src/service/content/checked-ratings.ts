import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { RatingService } from '../tickets/ratings.ts'
import type { ContentChecks } from './checks.ts'

/** Ratings whose words were checked. The mark comes first: one without words is shown to nobody, and words without it would be seen by nobody of the team. */
export function checkedRatings(ratings: RatingService, checks: ContentChecks, store: Store, now: Clock): RatingService {
  return {
    ...ratings,
    async rate(actor, id, wish) {
      const why = await checks.text(actor, 'comment', [wish.content])
      if (why)
        await store.upkeep((tx) =>
          tx.content.mark({ thing: { kind: 'rating', id }, personId: actor.personId, why, at: now() }),
        )
      return ratings.rate(actor, id, wish)
    },
  }
}
