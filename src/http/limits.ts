import type { RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { type Rate, Rates } from '#kit/rate.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'

/** How much is too much. Per address there is room for a whole campus behind one. */
export const rates = {
  token: { count: 600, everyMs: minute },
  address: { count: 12_000, everyMs: minute },
  login: { count: 600, everyMs: minute },
  mail: { count: 60, everyMs: hour },
  feedback: { count: 30, everyMs: hour },
} as const satisfies Record<RateName | 'token' | 'address', Rate>

/** Which of an endpoint's own limits count by address: nobody is logged in there yet. */
const byAddress: ReadonlySet<RateName> = new Set<RateName>(['login', 'mail'])

export const timeouts = {
  /** Headers that have not arrived by then end the connection. */
  headers: 5 * second,
  /** The same for the body of a call. */
  body: 10 * second,
  /** The longest anything may take to arrive, uploads included. */
  request: 120 * second,
  keepAlive: 70 * second,
}

/** More requests at once than this, or more changes waiting, and new ones are refused at once. */
export const depth = { requests: 1000, changes: 500 }

export interface Caller {
  readonly address: string
  readonly personId?: number
  readonly tokenHash?: Uint8Array
}

/** Refuses calls that come too often. */
export class Limiter {
  readonly #rates = new Rates()
  readonly #now: Clock
  readonly #on: boolean

  constructor(on: boolean, now: Clock) {
    this.#on = on
    this.#now = now
  }

  /** Before anything is known of the caller. */
  arriving(address: string): void {
    this.#take(`address ${address}`, rates.address)
  }

  /** Once it is known who calls what. */
  calling(name: RateName | undefined, { address, personId, tokenHash }: Caller): void {
    if (tokenHash) this.#take(`token ${Buffer.from(tokenHash).toString('base64')}`, rates.token)
    if (!name) return
    const who = byAddress.has(name) || personId === undefined ? `address ${address}` : `person ${personId}`
    this.#take(`${name} ${who}`, rates[name])
  }

  #take(key: string, rate: Rate): void {
    if (!this.#on) return
    const wait = this.#rates.take(key, rate, this.#now())
    if (wait > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(wait / second) })
  }
}
