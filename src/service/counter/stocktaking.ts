import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { PageWish } from '../paging.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'

type Custody = Contract['custody']

/** Comparing what is on the shelves with what should be there. */
export function stocktakingService(_store: Store, _now: Clock, _settings: SettingService, _publicUrl: string) {
  return {
    async take(_actor: MemberActor, _scans: readonly string[], _shelf?: string): Promise<Output<Custody['stocktake']>> {
      throw new Error('not built yet')
    },
    async list(_wish: PageWish): Promise<Output<Custody['stocktakes']>> {
      throw new Error('not built yet')
    },
  }
}
