import type { Lang } from '#contract/languages.ts'
import { receiptLife } from '#rules/counter/counter.ts'
import { livesOf } from '#rules/people/sessions.ts'
import { Actors, endExpired } from './shared/actor.ts'
import { Attempts } from './shared/attempts.ts'
import type { Ctx } from './shared/context.ts'
import { DutyMemory } from './shared/duty-memory.ts'
import { SettingService } from './shared/settings.ts'

export interface ContextInput extends Omit<Ctx, 'settings' | 'attempts' | 'duty' | 'actors'> {
  readonly team: { readonly lang: Lang; readonly zone: string }
  /** False counts no attempts: for development and the demo. */
  readonly rateLimits: boolean
}

export function createContext({ team, rateLimits, ...given }: ContextInput): Ctx {
  const { store, now, deletionTime, warn } = given
  const settings = new SettingService(store, now, team, warn)
  const ctx: Ctx = {
    ...given,
    settings,
    attempts: new Attempts(store, now, { on: rateLimits, warn }),
    duty: new DutyMemory(store, now, settings, warn),
    actors: new Actors(store, now, settings, warn),
  }
  settings.beforeChange(async (tx, old, _next, at) => {
    await endExpired(tx, livesOf(old), at, deletionTime())
    await tx.receipts.deleteExpired(deletionTime() - receiptLife(old))
  })
  return ctx
}
