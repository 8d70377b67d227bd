import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { Actor, MemberActor } from '../people/actor.ts'
import type { Ports, PushAddress } from '../ports.ts'
import type { SettingService } from '../settings.ts'

export interface ReceiptParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly settings: SettingService
}

/** What whoever holds a receipt may see and do, and giving receipts out. */
export function receiptService(_parts: ReceiptParts) {
  return {
    async renew(_actor: MemberActor, _id: number): Promise<string> {
      throw new Error('not built yet')
    },
    async revoke(_actor: MemberActor, _id: number): Promise<void> {
      throw new Error('not built yet')
    },
    async info(_receipt: string, _lang: Lang): Promise<Output<Contract['receipts']['info']>> {
      throw new Error('not built yet')
    },
    async comment(_receipt: string, _content: string): Promise<number> {
      throw new Error('not built yet')
    },
    async cancel(_receipt: string): Promise<void> {
      throw new Error('not built yet')
    },
    async notify(_receipt: string, _wish: { mail?: string; push?: PushAddress | null }): Promise<void> {
      throw new Error('not built yet')
    },
    async adopt(_actor: Actor, _receipt: string): Promise<number> {
      throw new Error('not built yet')
    },
  }
}
