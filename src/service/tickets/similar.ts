import type { Static } from 'typebox'
import type { Contract } from '#contract/index.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'

type Similar = Static<Contract['tickets']['similar']['output']>

/** What was seen before, and what may be the same. */
export function similarService(_store: Store, _now: Clock, _settings: SettingService) {
  return {
    async find(_actor: MemberActor, _id: number): Promise<Similar> {
      throw new Error('not built yet')
    },
  }
}
