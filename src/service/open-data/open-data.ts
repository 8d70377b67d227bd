import type { Static } from 'typebox'
import type { Contract } from '#contract/index.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { SettingService } from '../settings.ts'

type Figures = Static<Contract['impact']['figures']['output']>

/** Days on the calendar, both included. */
export interface Days {
  readonly from?: string
  readonly until?: string
}

/** What the team publishes of its repairs. */
export function openDataService(_store: Store, _now: Clock, _settings: SettingService) {
  return {
    async figures(_days: Days): Promise<Figures> {
      throw new Error('not built yet')
    },
    async table(_days: Days): Promise<string> {
      throw new Error('not built yet')
    },
  }
}
