import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'

export interface TroubleOptions extends ErrorOptions {
  /** The other side has named the moment of the next try. */
  readonly retryAfterMs?: number
  /** Trying again by itself is pointless: somebody has to look. */
  readonly hopeless?: boolean
  /** No whole answer came: what was asked may still be happening over there. */
  readonly unanswered?: boolean
}

/** Thrown by adapters of the external ticket system: what is wrong, as data. */
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
