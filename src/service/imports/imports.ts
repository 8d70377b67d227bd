import type { Static } from 'typebox'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'

type Wish = Static<Contract['imports']['check']['input']>
type View = Static<Contract['imports']['check']['output']>
type Outcome = Static<Contract['imports']['run']['output']>

/** Tables that come in. */
export function importService(_store: Store, _now: Clock, _settings: SettingService) {
  return {
    async check(_wish: Wish, _lang: Lang): Promise<View> {
      throw new Error('not built yet')
    },
    async run(_actor: MemberActor, _wish: Wish & { readonly take?: 'all' | 'good' }, _lang: Lang): Promise<Outcome> {
      throw new Error('not built yet')
    },
  }
}
