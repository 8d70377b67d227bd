import { type Clock, wallClock } from '#kit/time.ts'
import type { PictureBudget } from '#rules/tickets/picture-budget.ts'
import type { Store } from '#store/store.ts'
import type { Actors } from './actor.ts'
import type { Attempts } from './attempts.ts'
import type { DutyMemory } from './duty-memory.ts'
import type { ForwardedFile, Ports } from './ports.ts'
import type { SettingService } from './settings.ts'
import type { Warn } from './warn.ts'

/**
 * What every service function gets as its first argument. `createContext` builds one for each running service. Nothing in it is
 * optional and nothing has a default, so a port that was forgotten does not compile.
 */
export interface Ctx {
  readonly store: Store
  readonly now: Clock
  /** The clock for deletion and for messages. It stays behind `now` while that clock is not trusted. */
  readonly deletionTime: Clock
  readonly ports: Ports
  readonly settings: SettingService
  readonly attempts: Attempts
  readonly duty: DutyMemory
  readonly actors: Actors
  readonly publicUrl: string
  /** True if people may file tickets without an account. */
  readonly guestLogin: boolean
  /** True if the team has chosen an external ticket system. */
  readonly forwards: boolean
  /** Several messages about one ticket within this time become one. */
  readonly gatherMs: number
  readonly pictureBudget: PictureBudget
  readonly forwardedFile: ForwardedFile
  readonly warn: Warn
  /** Called after an administrator has logged in. */
  readonly adminLoggedIn: () => void
}

/** An instant on the clock of the team, as the interface shows it. */
export const timeText = (ctx: Ctx, at: number) => wallClock(at, ctx.settings.current().timeZone)

/** State that one running service keeps in memory: `make` runs at the first use of each context. */
export function perContext<T>(make: (ctx: Ctx) => T): (ctx: Ctx) => T {
  const made = new WeakMap<Ctx, T>()
  return (ctx) => {
    const known = made.get(ctx)
    if (known !== undefined) return known
    const value = make(ctx)
    made.set(ctx, value)
    return value
  }
}
