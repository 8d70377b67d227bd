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
export interface Bounds {
  /** For the headers of a request. */
  readonly headersMs: number
  /** For the body of a call. */
  readonly bodyMs: number
  /** Memory for all bodies that are arriving. */
  readonly bodyBytes: number
  /** How much of a refused body is still read, so that the answer arrives. */
  readonly restBytes: number
  /** How long the server reads on after an answer to an unreadable request. */
  readonly lingerMs: number
  /** For a whole request, uploads included. */
  readonly requestMs: number
  /** For a connection on which an answer makes no progress. */
  readonly stuckMs: number
  readonly keepAliveMs: number
  /** A stop begins with serving until no request came for `quietMs`, at most for `drainMs`. */
  readonly drainMs: number
  readonly quietMs: number
  /** Then the listeners close, and kept connections have so long for one last answer. */
  readonly partingMs: number
  /** The longest wait for an idle moment to close in, and for the first request on a new connection. */
  readonly lastChanceMs: number
  /** From the start of a stop until requests under way are cut off. */
  readonly closeMs: number
  /** How often connections are checked for time limits. */
  readonly lookMs: number
  readonly connections: number
  /** With more requests under way, or more changes waiting, new ones are refused at once. */
  readonly requests: number
  readonly changes: number
  /** Requests under way from one address. */
  readonly requestsHere: number
  /** An address with fewer requests under way may use twice `requests`. */
  readonly fewRequests: number
  /** Open event streams of strangers, of users and of members, each. */
  readonly listeners: number
  /** Event streams of strangers or of users from one address. */
  readonly listenersHere: number
  readonly listenersOfOne: number
}

export const bounds: Bounds = {
  // Counted from the connection on, so time in which the machine itself stood still counts too.
  headersMs: 10 * second,
  bodyMs: 10 * second,
  bodyBytes: 64 * 1024 * 1024,
  restBytes: 16 * 1024 * 1024, // more than a proxy sends; it would take a connection that ends too early for a dead node
  lingerMs: 5 * second,
  requestMs: 120 * second,
  stuckMs: 60 * second,
  keepAliveMs: 70 * second,
  drainMs: 2 * second,
  quietMs: second / 4,
  partingMs: 2 * second,
  lastChanceMs: second / 2,
  closeMs: shutdownLimits.requestsMs,
  lookMs: second,
  connections: 16_384,
  requests: 1000,
  changes: 256, // as many as share a commit, so a new one waits for one commit at most
  requestsHere: 256,
  fewRequests: 32,
  listeners: 2000,
  listenersHere: 1000,
  listenersOfOne: 12,
}

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
