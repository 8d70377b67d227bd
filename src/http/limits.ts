import { isIPv6 } from 'node:net'
import type { RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import { type Rate, RateWindows } from '#kit/rate.ts'
import { shutdownLimits } from '#kit/shutdown.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'
import { loginLimit } from '#rules/people/attempts.ts'
import type { Attempts } from '#service/shared/attempts.ts'

/** What guests write, and how many times the count of one of them those of an address have together. */
const sharedByGuests: ReadonlySet<RateName> = new Set<RateName>(['ticket', 'comment', 'feedback', 'profile'])
const guestsShare = 10

/** Per address there is room for a whole campus behind one. */
const addressRate = { count: 12_000, everyMs: minute }

/** The limits of those who are logged in, counted by each node for itself. What somebody tries to prove is counted by `Attempts`. */
function ratesOf(settings: Settings['rates']): Record<Exclude<RateName, 'login'> | 'token' | 'kiosk', Rate> {
  return {
    kiosk: { count: 200, everyMs: hour }, // more than ever stood at one door
    profile: { count: 120, everyMs: hour }, // each may be an entry of the operation log
    download: { count: 120, everyMs: hour }, // many megabytes each, for anybody
    token: { count: settings.callsPerMinute, everyMs: minute },
    feedback: { count: settings.feedbackPerHour, everyMs: hour },
    ticket: { count: settings.ticketsPerHour, everyMs: hour },
    comment: { count: settings.commentsPerHour, everyMs: hour },
    upload: { count: settings.uploadsPerHour, everyMs: hour },
  }
}

/** How long the door waits, and how much it lets in. Tests bring their own, so that they need not wait or push as hard. */
export interface Bounds {
  /** Headers that have not arrived by then end the connection. */
  readonly headersMs: number
  /** The same for the body of a call. */
  readonly bodyMs: number
  /** All bodies together that may be on their way: many that never end must not fill the memory. */
  readonly bodyBytes: number
  /** So much of what nobody wants is still taken, so that the answer arrives. */
  readonly restBytes: number
  /** So long it is read on after an answer to what could not be read. */
  readonly lingerMs: number
  /** The longest anything may take to arrive, uploads included. */
  readonly requestMs: number
  /** A connection on which an answer makes no progress. */
  readonly stuckMs: number
  readonly keepAliveMs: number
  /** Told to stop, it serves as before until no request has come for `quietMs`, or at most for so long. */
  readonly drainMs: number
  readonly quietMs: number
  /** Then its listeners are closed, and each kept connection ends with its next answer; those that have none by then are closed. */
  readonly partingMs: number
  /** The longest wait for a moment to close in, and for the first request on a new connection. */
  readonly lastChanceMs: number
  /** From being told to stop on, it waits so long for what is under way. */
  readonly closeMs: number
  /** How often connections are looked at. */
  readonly lookMs: number
  readonly connections: number
  /** More requests at work than this, or more changes waiting, and new ones are refused at once. */
  readonly requests: number
  readonly changes: number
  /** Most at work from one address: what waits for the database is waited for by everybody. */
  readonly requestsHere: number
  /** An address with fewer than this at work is refused only at twice as many. */
  readonly fewRequests: number
  /** Most strangers, users and members who listen to what changes, of each; strangers or users from one address; of one person. */
  readonly listeners: number
  readonly listenersHere: number
  readonly listenersOfOne: number
}

export const bounds: Bounds = {
  // Counted from the connection on: on a machine that stands still for a while, what nobody has read yet counts as late too.
  headersMs: 10 * second,
  bodyMs: 10 * second,
  bodyBytes: 64 * 1024 * 1024,
  restBytes: 16 * 1024 * 1024, // more than any proxy sends us: it would take a connection that ends too early for a dead node
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
  changes: 256, // as many as share a commit: who comes in waits for one at most
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

/** Refuses calls that come too often. */
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

  /** Before anything is known of the caller: this is what bounds calls without a token, or with ever new ones. */
  arriving(address: string): void {
    if (!this.#on) return
    this.#take(`address ${networkOf(address)}`, addressRate)
  }

  /** Once it is known who calls what. */
  calling(name: RateName | undefined, { address, personId, memberId, tokenHash }: Caller): void {
    if (!this.#on) return
    const rates = ratesOf(this.#settings())
    if (tokenHash) this.#take(`token ${Buffer.from(tokenHash).toString('base64')}`, rates.token)
    if (!name || name === 'login') return
    const { count, everyMs } = rates[name]
    // At the counter one member takes the photos of everybody who comes.
    const share = name === 'upload' && typeof memberId === 'number' ? 10 : 1
    const key = `${name} ${personId === undefined ? `address ${networkOf(address)}` : `person ${personId}`}`
    this.#take(key, { count: count * share, everyMs })
  }

  /**
   * New guests cost nothing, so what those of one address write is counted together. They take nothing of people with an account there,
   * whom strangers must not keep from writing.
   */
  writing(name: RateName | undefined, { address, memberId, guest = false }: Caller): void {
    if (!this.#on || !name || !sharedByGuests.has(name) || !guest || typeof memberId === 'number') return
    const { count, everyMs } = ratesOf(this.#settings())[name as Exclude<RateName, 'login'>] // it is among those
    this.#take(`${name} guests ${networkOf(address)}`, { count: count * guestsShare, everyMs })
  }

  /** Once it is known whose receipt it is, or which kiosk: what somebody makes up must not count against those who have one. */
  counting(name: 'comment' | 'kiosk', who: string): void {
    this.#take(`${name} ${who}`, ratesOf(this.#settings())[name])
  }

  /** Before somebody's login code is looked at. */
  loggingIn(address: string, code: string): Promise<void> {
    return this.#attempts.login(loginLimit(networkOf(address), this.#settings().loginsPerMinute), code)
  }

  #take(key: string, rate: Rate): void {
    if (!this.#on) return
    const wait = this.#rates.take(key, rate, this.#now())
    if (wait > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(wait / second) })
  }
}

/** Refusals a second that cost little enough beside the work that goes on. */
const refusalsPerSecond = 50

/**
 * Words the refusal of what is too much at once. To refuse costs half of what it costs to serve, so the more had to be
 * refused in this second and the last, the later they are all asked to come back.
 */
export class OverloadRefusals {
  #second = 0
  #counts: readonly [now: number, before: number] = [0, 0]

  /** `ms` is any clock that only goes forward. */
  refusal(ms: number): Refusal<'overloaded'> {
    const now = Math.floor(ms / second)
    if (now !== this.#second) this.#counts = [0, now === this.#second + 1 ? this.#counts[0] : 0]
    this.#second = now
    this.#counts = [this.#counts[0] + 1, this.#counts[1]]
    const lately = Math.max(...this.#counts)
    return new Refusal('overloaded', { seconds: Math.min(30, Math.ceil(lately / refusalsPerSecond)) })
  }
}

/** Who has one IPv6 address has the 2^64 around it too, so they count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:') || !isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : []
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}
