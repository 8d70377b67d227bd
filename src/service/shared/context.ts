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
 * The first argument of every service function, built once by `createContext`. Nothing is optional and nothing has a
 * default, so that a forgotten port does not compile.
 */
export interface Ctx {
  readonly store: Store
  readonly now: Clock
  /** For deletion and messages. It stays behind `now` while that clock is not trusted. */
  readonly deletionTime: Clock
  readonly ports: Ports
  readonly settings: SettingService
  readonly attempts: Attempts
  readonly duty: DutyMemory
  readonly actors: Actors
  readonly publicUrl: string
  readonly guestLogin: boolean
  readonly forwards: boolean
  /** Several messages about one ticket within this time become one. */
  readonly gatherMs: number
  readonly pictureBudget: PictureBudget
  readonly forwardedFile: ForwardedFile
  readonly warn: Warn
  readonly adminLoggedIn: () => void
}

/** An instant on the clock of the team, as the interface shows it. */
export const timeText = (ctx: Ctx, at: number) => wallClock(at, ctx.settings.current().timeZone)

/** Keeps state in memory for each context: `make` runs at the first use. */
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
