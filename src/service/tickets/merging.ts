import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from '../people/actor.ts'

/** Two tickets that are one. */
export function mergeService(_store: Store, _now: Clock) {
  return {
    async merge(_actor: MemberActor, _id: number, _into: number): Promise<void> {
      throw new Error('not built yet')
    },
    async unmerge(_actor: MemberActor, _id: number): Promise<void> {
      throw new Error('not built yet')
    },
  }
}
