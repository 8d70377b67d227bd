import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'

export interface TroubleOptions extends ErrorOptions {
  /** The other side requested this delay. */
  readonly retryAfterMs?: number
  /** A retry is pointless: an administrator has to act. */
  readonly hopeless?: boolean
  /** Without a complete answer, the other side may still be working. */
  readonly unanswered?: boolean
}

/** Thrown by adapters: the failure of another system, as data. */
export class Trouble extends Error {
  override name = 'Trouble'
  readonly what: DeliveryTrouble
  readonly retryAfterMs: number
  readonly hopeless: boolean
  readonly unanswered: boolean

  constructor(
    what: DeliveryTrouble,
    { retryAfterMs = 0, hopeless = false, unanswered = false, ...rest }: TroubleOptions = {},
  ) {
    super(what.say, rest)
    this.what = what
    this.retryAfterMs = retryAfterMs
    this.hopeless = hopeless
    this.unanswered = unanswered
  }
}
