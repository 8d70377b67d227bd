import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'

type Visit = Output<Contract['counter']['call']>

/** The queue of a repair day. */
export function queueService(_store: Store, _now: Clock, _settings: SettingService) {
  return {
    async arrive(_actor: MemberActor, _id: number): Promise<string> {
      throw new Error('not built yet')
    },
    async list(_actor: MemberActor, _day?: string): Promise<{ day: string; list: Visit[] }> {
      throw new Error('not built yet')
    },
    async call(_actor: MemberActor, _wish: { kinds?: number[]; id?: number }): Promise<Visit> {
      throw new Error('not built yet')
    },
    async mark(_actor: MemberActor, _id: number, _state: 'waiting' | 'served' | 'skipped' | 'gone'): Promise<Visit> {
      throw new Error('not built yet')
    },
  }
}
