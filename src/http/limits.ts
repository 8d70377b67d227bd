import { isIPv6 } from 'node:net'
import type { RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import { type Rate, RateWindows } from '#kit/rate.ts'
import { shutdownLimits } from '#kit/shutdown.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'
import { loginLimit } from '#rules/people/attempts.ts'
import type { Attempts } from '#service/shared/attempts.ts'

/** Guests of one address share these limits, which are ten times those of one guest. */
const sharedByGuests: ReadonlySet<RateName> = new Set<RateName>(['ticket', 'comment', 'feedback', 'profile'])
const guestsShare = 10

/** A whole campus may share one address. */
const addressRate = { count: 12_000, everyMs: minute }

/** Rate limits that each node counts in memory. `Attempts` counts logins and other proofs in the database. */
function ratesOf(settings: Settings['rates']): Record<Exclude<RateName, 'login'> | 'token' | 'kiosk', Rate> {
  return {
    kiosk: { count: 200, everyMs: hour },
    profile: { count: 120, everyMs: hour }, // each may add to the operation log
    download: { count: 120, everyMs: hour }, // each may have many megabytes
    token: { count: settings.callsPerMinute, everyMs: minute },
    feedback: { count: settings.feedbackPerHour, everyMs: hour },
    ticket: { count: settings.ticketsPerHour, everyMs: hour },
    comment: { count: settings.commentsPerHour, everyMs: hour },
    upload: { count: settings.uploadsPerHour, everyMs: hour },
  }
}

/** Time limits and capacity of the HTTP server. Tests use smaller ones. */
export const bounds = {
  /** For the headers of a request, counted from the connection on. Time while the machine is suspended counts too. */
  headersMs: 10 * second,
  /** For the body of a call. */
  bodyMs: 10 * second,
  /** Memory for all bodies that are arriving. */
  bodyBytes: 64 * 1024 * 1024,
  /** Bytes of a refused body to read before closing. If the node closed earlier, a proxy could miss the answer and mark the node as down. */
  restBytes: 16 * 1024 * 1024,
  /** How long the server reads on after an answer to an unreadable request. */
  lingerMs: 5 * second,
  /** For a whole request, uploads included. */
  requestMs: 120 * second,
  /** For a connection on which an answer makes no progress. */
  stuckMs: 60 * second,
  keepAliveMs: 70 * second,
  /** A stop begins with serving until no request came for `quietMs`, at most for `drainMs`. */
  drainMs: 2 * second,
  quietMs: second / 4,
  /** Then the listeners close, and kept connections have this time for one last answer. */
  partingMs: 2 * second,
  /** The longest wait for an idle moment to close in, and for the first request on a new connection. */
  lastChanceMs: second / 2,
  /** From the start of a stop until requests under way are cut off. */
  closeMs: shutdownLimits.requestsMs,
  /** How often connections are checked for time limits. */
  lookMs: second,
  connections: 16_384,
  /** With more requests under way, or more changes waiting, new ones are refused at once. */
  requests: 1000,
  /** As many as share a commit, so that a new change waits for one commit at most. */
  changes: 256,
  /** Requests under way from one address. */
  requestsHere: 256,
  /** An address with fewer requests under way may use twice `requests`. */
  fewRequests: 32,
  /** Open event streams of strangers, of users and of members, each. */
  listeners: 2000,
  /** Event streams of strangers or of users from one address. */
  listenersHere: 1000,
  listenersOfOne: 12,
}
export type Bounds = { readonly [Name in keyof typeof bounds]: number }

export interface Caller {
  readonly address: string
  readonly personId?: number
  readonly memberId?: number | null
  readonly guest?: boolean
  readonly tokenHash?: Uint8Array
}

/** Rate limits of addresses, tokens, people and guests. */
export class Limiter {
  readonly #rates = new RateWindows()
  readonly #attempts: Attempts
  readonly #now: Clock
  readonly #on: boolean
  readonly #settings: () => Settings['rates']

  constructor(on: boolean, now: Clock, settings: () => Settings['rates'], attempts: Attempts) {
    this.#attempts = attempts
    this.#on = on
    this.#now = now
    this.#settings = settings
  }

  /** Checked before the token. It limits calls without a token and with ever new ones. */
  checkAddress(address: string): void {
    this.#take(`address ${networkOf(address)}`, addressRate)
  }

  checkCall(name: RateName | undefined, { address, personId, memberId, tokenHash }: Caller): void {
    if (!this.#on) return
    const rates = ratesOf(this.#settings())
    if (tokenHash) this.#take(`token ${Buffer.from(tokenHash).toString('base64')}`, rates.token)
    if (!name || name === 'login') return
    const { count, everyMs } = rates[name]
    // At the counter one member takes the photos of all visitors.
    const share = name === 'upload' && typeof memberId === 'number' ? 10 : 1
    const key = `${name} ${personId === undefined ? `address ${networkOf(address)}` : `person ${personId}`}`
    this.#take(key, { count: count * share, everyMs })
  }

  /** Anyone can become any number of guests, so guests of one address share a limit. People with an account are not counted in it. */
  checkGuestWrite(name: RateName | undefined, { address, memberId, guest = false }: Caller): void {
    if (!name || !sharedByGuests.has(name) || !guest || typeof memberId === 'number') return
    const { count, everyMs } = ratesOf(this.#settings())[name as Exclude<RateName, 'login'>] // one of the shared ones
    this.#take(`${name} guests ${networkOf(address)}`, { count: count * guestsShare, everyMs })
  }

  /** For the owner of a valid receipt, or a valid kiosk. A made-up receipt must not use up their limit. */
  countFor(name: 'comment' | 'kiosk', who: string): void {
    this.#take(`${name} ${who}`, ratesOf(this.#settings())[name])
  }

  /** Called before a login code is checked. */
  checkLogin(address: string, code: string): Promise<void> {
    return this.#attempts.login(loginLimit(networkOf(address), this.#settings().loginsPerMinute), code)
  }

  #take(key: string, rate: Rate): void {
    if (!this.#on) return
    const wait = this.#rates.take(key, rate, this.#now())
    if (wait > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(wait / second) })
  }
}

/** Refusals up to this rate hardly slow down other requests. */
const refusalsPerSecond = 50

/** Chooses `Retry-After` under overload. A refusal costs half of an answer, so with more recent refusals clients should wait longer. */
export class OverloadRefusals {
  #second = 0
  #counts: readonly [now: number, before: number] = [0, 0]

  /** `ms` comes from a monotonic clock. */
  refusal(ms: number): Refusal<'overloaded'> {
    const now = Math.floor(ms / second)
    if (now !== this.#second) this.#counts = [0, now === this.#second + 1 ? this.#counts[0] : 0]
    this.#second = now
    this.#counts = [this.#counts[0] + 1, this.#counts[1]]
    const lately = Math.max(...this.#counts)
    return new Refusal('overloaded', { seconds: Math.min(30, Math.ceil(lately / refusalsPerSecond)) })
  }
}

/** One customer usually has a whole /64 of IPv6 addresses, so these count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:') || !isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : []
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

/** Counts the requests under way from each network. */
export class RequestsInFlight {
  readonly #counts = new Map<string, number>()

  from(address: string): number {
    return this.#counts.get(networkOf(address)) ?? 0
  }

  begin(address: string): void {
    this.#counts.set(networkOf(address), this.from(address) + 1)
  }

  end(address: string): void {
    const left = this.from(address) - 1
    if (left === 0) this.#counts.delete(networkOf(address))
    else this.#counts.set(networkOf(address), left)
  }
}
