import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from '../people/actor.ts'
import type { SettingService } from '../settings.ts'
import type { TicketWish } from '../tickets/filing.ts'
import type { MediaService } from '../tickets/media.ts'

/** What is asked of a visitor. */
export interface VisitorWish extends TicketWish {
  readonly mail?: string
  readonly receipt?: string
  /** A number that was given out without a network. */
  readonly number?: string
}

/** The same at the counter, where the device may stay. */
export interface IntakeWish extends VisitorWish {
  readonly shelf?: string
  readonly tag?: number
  readonly queue?: boolean
}

export interface Filed {
  readonly id: number
  readonly receipt: string
  readonly number?: string
}

export interface IntakeParts {
  readonly store: Store
  readonly now: Clock
  readonly settings: SettingService
  readonly media: MediaService
}

/** Filing for visitors without an account, at the counter and at a kiosk. */
export function intakeService(_parts: IntakeParts) {
  return {
    async create(_actor: MemberActor, _wish: IntakeWish, _key?: string): Promise<Filed> {
      throw new Error('not built yet')
    },
    async openKiosk(_actor: MemberActor): Promise<{ kiosk: string; until: string }> {
      throw new Error('not built yet')
    },
    async closeKiosks(_actor: MemberActor): Promise<void> {
      throw new Error('not built yet')
    },
    async kiosk(_secret: string): Promise<{ until: string }> {
      throw new Error('not built yet')
    },
    async register(_secret: string, _wish: VisitorWish): Promise<Filed> {
      throw new Error('not built yet')
    },
  }
}
