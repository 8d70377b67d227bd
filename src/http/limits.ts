import type { RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/settings.ts'
import { type Rate, Rates } from '#kit/rate.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'

/** How much is too much. Per address there is room for a whole campus behind one. */
const fixed = { address: { count: 12_000, everyMs: minute }, mail: { count: 60, everyMs: hour } }

/** The limits in force: some are fixed, the others a setting. */
function ratesOf(settings: Settings['rates']): Record<RateName | 'token' | 'address', Rate> {
  return {
    ...fixed,
    token: { count: settings.callsPerMinute, everyMs: minute },
    login: { count: settings.loginsPerMinute, everyMs: minute },
    feedback: { count: settings.feedbackPerHour, everyMs: hour },
    ticket: { count: settings.ticketsPerHour, everyMs: hour },
    comment: { count: settings.commentsPerHour, everyMs: hour },
    upload: { count: settings.uploadsPerHour, everyMs: hour },
  }
}

/** Member logins that fail, before further ones are refused unseen. */
const failures = { token: { count: 10, everyMs: minute }, address: { count: 100, everyMs: minute } }

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
  readonly #settings: () => Settings['rates']

  constructor(on: boolean, now: Clock, settings: () => Settings['rates']) {
    this.#on = on
    this.#now = now
    this.#settings = settings
  }

  /** Before anything is known of the caller. */
  arriving(address: string): void {
    this.#take(`address ${address}`, fixed.address)
  }

  /** Once it is known who calls what. */
  calling(name: RateName | undefined, { address, personId, tokenHash }: Caller): void {
    if (!this.#on) return
    const rates = ratesOf(this.#settings())
    if (tokenHash) this.#take(tokenKey(tokenHash), rates.token)
    if (!name) return
    const who = byAddress.has(name) || personId === undefined ? `address ${address}` : `person ${personId}`
    this.#take(`${name} ${who}`, rates[name])
  }

  /** Whether guessing has gone on too long here; asked before a proof is looked at. */
  guessing({ address, tokenHash }: Caller): void {
    if (!this.#on) return
    const wait = Math.max(...guessKeys(address, tokenHash).map(([key]) => this.#rates.wait(key, this.#now())))
    if (wait > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(wait / second) })
  }

  /** A proof was wrong. */
  guessedWrong({ address, tokenHash }: Caller): void {
    for (const [key, rate] of guessKeys(address, tokenHash)) this.#rates.take(key, rate, this.#now())
  }

  #take(key: string, rate: Rate): void {
    if (!this.#on) return
    const wait = this.#rates.take(key, rate, this.#now())
    if (wait > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(wait / second) })
  }
}

const tokenKey = (hash: Uint8Array) => `token ${Buffer.from(hash).toString('base64')}`

function guessKeys(address: string, tokenHash: Uint8Array | undefined): [string, Rate][] {
  const byAddress: [string, Rate] = [`guess address ${address}`, failures.address]
  return tokenHash ? [byAddress, [`guess ${tokenKey(tokenHash)}`, failures.token]] : [byAddress]
}
