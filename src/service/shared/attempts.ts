import { Refusal } from '#contract/errors.ts'
import { type Clock, second } from '#kit/time.ts'
import {
  type AttemptLimit,
  type CountedLimit,
  guessLimits,
  mailBoxLimit,
  pendingLoginsInAll,
} from '#rules/people/attempts.ts'
import type { Taken } from '#store/people/attempts.ts'
import type { Store, Tx } from '#store/store.ts'
import type { CodeKind } from '#store/tables.ts'
import { accountMark, digitsIn, hashOf, tidyCode } from './secrets.ts'

/** Whoever tries to prove something, and what they bring. */
export interface ProofAttempt {
  readonly network: string
  readonly personId: number
  readonly tokenHash: Uint8Array
  readonly stuid: string
  readonly code: string
}

/** What the log may say of a try: never an account in full. */
export interface AttemptFacts {
  readonly address?: string
  readonly account?: string
  readonly member?: number
}

export interface AttemptOptions {
  /** Off counts nothing and refuses nothing. */
  readonly on: boolean
  /** Told once in a window that a limit is reached. */
  readonly warn: (facts: object, text: string) => void
}

/** Most windows that are kept; a flood of ever new keys must not fill the database. */
const mostKept = 100_000
/** Most full ones that a node remembers by itself. */
const mostFull = 10_000

/**
 * Counts tries in the database: all nodes share the counts, and a restart forgets none. While the database is away nothing can be
 * counted, so nothing is looked at either.
 */
export class Attempts {
  readonly #store: Store
  readonly #now: Clock
  readonly #options: AttemptOptions
  /** Full windows. For a second the database is not asked about them again: refusals must not cost what others need. */
  readonly #full = new Map<string, { readonly window: number; readonly endsAt: number; readonly askAgain: number }>()

  constructor(store: Store, now: Clock, options: AttemptOptions) {
    this.#store = store
    this.#now = now
    this.#options = options
  }

  /** Counts a try against all of these. Where one of them is full nothing is counted, and it throws. */
  async take(limits: readonly CountedLimit[], about: AttemptFacts): Promise<readonly Taken[]> {
    if (!this.#options.on) return []
    const now = this.#now()
    // In one order, so that two tries do not wait for each other.
    const keyed = limits.map((one) => ({ ...one, key: keyOf(one) })).sort((a, b) => Buffer.compare(a.key, b.key))
    for (const { key } of keyed) {
      const full = this.#full.get(hexOf(key))
      if (full && full.askAgain > now && full.askAgain <= now + second) throw tooMany(full.endsAt - now)
    }
    try {
      return await this.#store.upkeep(async (tx) => {
        const taken: Taken[] = []
        for (const { key, limit, rate, amount } of keyed) {
          const one = await tx.attempts.take(key, rate, amount)
          if ('fullUntil' in one) throw new Full(limit, hexOf(key), one, amount)
          taken.push(one.taken)
        }
        return taken
      })
    } catch (error) {
      if (!(error instanceof Full)) throw error
      this.#remember(error, now, about)
      throw tooMany(error.waitMs)
    }
  }

  /** The same where being refused is no mistake; answers nothing then. */
  async tryTake(limit: CountedLimit, about: AttemptFacts): Promise<readonly Taken[] | undefined> {
    return this.take([limit], about).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
  }

  /** Whether all places are taken; none is by asking. */
  async isFull(limit: CountedLimit): Promise<boolean> {
    return this.#options.on && this.#store.readOne((tx) => tx.attempts.isFull(keyOf(limit), limit.rate.count))
  }

  /**
   * Counts a login. Where strangers at the same address have used all of them up, a code that works still does. Six digits are counted
   * by their mailbox, so they go on too: to look here whether they work would be a guess that nobody counts.
   */
  async login(limit: CountedLimit, code: string): Promise<void> {
    try {
      await this.take([limit], { address: limit.whose })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const tidy = tidyCode(code)
      if (digitsIn(tidy)) return
      if (!(await this.#store.read((tx) => isLiveCode(tx, tidy, loginCodes)))) throw error
    }
  }

  /** Counts a try of a proof, before it is looked at. */
  async guess(prover: ProofAttempt): Promise<readonly Taken[]> {
    if (!this.#options.on) return []
    const account = prover.code === '' && prover.stuid !== '' ? prover.stuid : undefined
    const known = await this.#store.read((tx) => knownBy(tx, prover, account))
    const token = hexOf(prover.tokenHash)
    const about = { address: prover.network, ...(account === undefined ? {} : { account: accountMark(account) }) }
    return this.take(guessLimits({ network: prover.network, token, account, known }), about)
  }

  /** For tries that were no wrong guesses. Where it cannot be written down they count until their window ends. */
  async giveBack(taken: readonly Taken[]): Promise<void> {
    if (taken.length === 0) return
    for (const { key } of taken) this.#full.delete(hexOf(key))
    await this.#store
      .upkeep(async (tx) => {
        for (const one of taken) await tx.attempts.giveBack(one)
      })
      .catch(() => {})
  }

  async sweep(): Promise<void> {
    await this.#store.upkeep(async (tx) => {
      await tx.attempts.sweep(mostKept)
      await tx.codes.sweepPending(pendingLoginsInAll)
    })
  }

  #remember({ limit, key, window, waitMs, amount }: Full, now: number, about: AttemptFacts): void {
    if (this.#full.get(key)?.window !== window)
      this.#options.warn({ limit, ...about }, 'a limit of attempts is reached')
    if (this.#full.size >= mostFull) this.#full.clear()
    // Where amounts are counted, less may still fit.
    const quietMs = amount === undefined ? Math.min(waitMs, second) : 0
    this.#full.set(key, { window, endsAt: now + waitMs, askAgain: now + quietMs })
  }
}

/** Thrown inside the transaction, so that nothing of it stays. */
class Full extends Error {
  readonly limit: AttemptLimit
  readonly key: string
  /** When the window ends by the database's clock, which tells it from the next, and how long that is. */
  readonly window: number
  readonly waitMs: number
  readonly amount: number | undefined
  constructor(
    limit: AttemptLimit,
    key: string,
    full: { readonly fullUntil: number; readonly waitMs: number },
    amount: number | undefined,
  ) {
    super(limit)
    this.limit = limit
    this.key = key
    this.window = full.fullUntil
    this.waitMs = full.waitMs
    this.amount = amount
  }
}

/** Whoever has used a code that came by mail may be sent another: what was sent before proves nothing any more. */
export async function resetMailLimits(tx: Tx, mailbox: string): Promise<void> {
  for (const kind of ['digits', 'long'] as const) await tx.attempts.clear(keyOf(mailBoxLimit(mailbox, kind)))
}

/**
 * What makes the caller known for what they try to prove: they have proved it before, or they hold a code that works, which cannot
 * be guessed. They are counted by that alone, so that no stranger can stop them.
 */
async function knownBy(tx: Tx, prover: ProofAttempt, account: string | undefined): Promise<string | undefined> {
  const code = tidyCode(prover.code)
  if (await isLiveCode(tx, code, memberCodes)) return `code ${hexOf(hashOf(code))}`
  const member = await tx.users.memberOf(prover.personId)
  if (member === null) return undefined
  const same = account === undefined || (await tx.members.activeByStudentId(account))?.id === member
  return same ? `person ${prover.personId}` : undefined
}

/** What codes of ours prove, by how they begin: who somebody is, or that they are a member. */
const loginCodes: Readonly<Record<string, readonly CodeKind[]>> = { mail: ['mail'], pair: ['paired'], sso: ['sso'] }
const memberCodes: Readonly<Record<string, readonly CodeKind[]>> = {
  inv: ['invitation'],
  sso: ['sso', 'sso_member'],
}

/** Such a code has 80 random bits: who brings one that works has not guessed it. */
async function isLiveCode(tx: Tx, code: string, kinds: typeof loginCodes): Promise<boolean> {
  for (const kind of kinds[code.split('_', 1)[0] ?? ''] ?? [])
    if (await tx.codes.isLive(hashOf(code), kind)) return true
  return false
}

/** Half of a hash is enough to tell them apart, and tells nothing of an address or an account. */
const keyOf = ({ limit, whose }: CountedLimit): Uint8Array => hashOf(`${limit} ${whose}`).subarray(0, 16)
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const tooMany = (waitMs: number) =>
  new Refusal('too_many_requests', { seconds: Math.max(1, Math.ceil(waitMs / second)) })
