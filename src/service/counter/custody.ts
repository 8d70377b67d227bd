import type { Input, Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { PageWish } from '../paging.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'
import type { MediaService } from '../tickets/media.ts'

type Custody = Contract['custody']

/** Where devices are, and who answers for them. */
export function custodyService(_store: Store, _now: Clock, _settings: SettingService, _media: MediaService) {
  return {
    async receive(_actor: MemberActor, _wish: Input<Custody['receive']>): Promise<void> {
      throw new Error('not built yet')
    },
    async shelve(_actor: MemberActor, _id: number, _shelf: string): Promise<void> {
      throw new Error('not built yet')
    },
    async hand(_actor: MemberActor, _wish: Input<Custody['hand']>): Promise<void> {
      throw new Error('not built yet')
    },
    async tie(_actor: MemberActor, _id: number, _tag: number): Promise<void> {
      throw new Error('not built yet')
    },
    async list(_wish: PageWish & { shelf?: string }): Promise<Output<Custody['list']>> {
      throw new Error('not built yet')
    },
    async makeTags(_count: number): Promise<number[]> {
      throw new Error('not built yet')
    },
    /** 0 while it is blank. */
    async ticketOfTag(_tag: number): Promise<number> {
      throw new Error('not built yet')
    },
  }
}
