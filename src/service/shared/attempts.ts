import { Refusal } from '#contract/errors.ts'
import { type Clock, second } from '#kit/time.ts'
import {
  type AttemptLimit,
  type CountedLimit,
  guessLimits,
  mailBoxLimit,
  pendingLoginsInAll,
} from '#rules/people/attempts.ts'
import type { CountedAttempt } from '#store/people/attempts.ts'
import type { Store, Tx } from '#store/store.ts'
import type { CodeKind } from '#store/tables.ts'
import { accountMark, digitsIn, hashOf, hexOf, tidyCode } from './secrets.ts'
import type { Warn } from './warn.ts'

export interface ProofAttempt {
  readonly network: string
  readonly personId: number
  readonly tokenHash: Uint8Array
  readonly stuid: string
  readonly code: string
}

/** The facts for the log, which never contain a whole account. */
export interface AttemptFacts {
  readonly address?: string
  readonly account?: string
  readonly member?: number
}

type IsWrong = (error: unknown) => boolean

export interface AttemptOptions {
  /** False disables all limits. */
  readonly on: boolean
  /** Called once in each window in which a limit is reached. */
  readonly warn: Warn
}

/** Beyond this, windows are deleted: a flood of new keys must not fill the database. */
const maxStored = 100_000
const maxCachedFull = 10_000

/** Counts attempts in the database, shared by all nodes. While it cannot count, no proof is checked. */
export class Attempts {
  readonly #store: Store
  readonly #now: Clock
  readonly #options: AttemptOptions
  /** Full windows, checked again after a second, so that refusals stay cheap. */
  readonly #full = new Map<string, { readonly window: number; readonly endsAt: number; readonly askAgain: number }>()

  constructor(store: Store, now: Clock, options: AttemptOptions) {
    this.#store = store
    this.#now = now
    this.#options = options
  }

  /** Counts an attempt against all limits, or against none and throws if one is reached. */
  async take(limits: readonly CountedLimit[], about: AttemptFacts): Promise<readonly CountedAttempt[]> {
    if (!this.#options.on) return []
    const now = this.#now()
    // In a fixed order, so that two attempts cannot deadlock.
    const keyed = limits.map((one) => ({ ...one, key: keyOf(one) })).sort((a, b) => Buffer.compare(a.key, b.key))
    for (const { key } of keyed) {
      const full = this.#full.get(hexOf(key))
      if (full && full.askAgain > now && full.askAgain <= now + second) throw tooMany(full.endsAt - now)
    }
    try {
      return await this.#store.upkeep(async (tx) => {
        const taken: CountedAttempt[] = []
        for (const { key, limit, rate, amount } of keyed) {
          const one = await tx.attempts.take(key, rate, amount)
          if ('fullUntil' in one)
            throw new WindowFull({ limit, key: hexOf(key), window: one.fullUntil, waitMs: one.waitMs, amount })
          taken.push(one.taken)
        }
        return taken
      })
    } catch (error) {
      if (!(error instanceof WindowFull)) throw error
      this.#remember(error.full, now, about)
      throw tooMany(error.full.waitMs)
    }
  }

  async tryTake(limit: CountedLimit, about: AttemptFacts): Promise<readonly CountedAttempt[] | undefined> {
    return this.take([limit], about).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
  }

  /** Counts an attempt before `work` checks the proof. It stays counted only if `isWrong` accepts the error. */
  async guarded<T>(limit: CountedLimit, about: AttemptFacts, isWrong: IsWrong, work: () => Promise<T>): Promise<T> {
    return this.giveBackUnlessWrong(await this.take([limit], about), isWrong, work)
  }

  async guardedProof<T>(attempt: ProofAttempt, isWrong: IsWrong, work: () => Promise<T>): Promise<T> {
    return this.giveBackUnlessWrong(await this.#takeProof(attempt), isWrong, work)
  }

  async giveBackUnlessWrong<T>(taken: readonly CountedAttempt[], isWrong: IsWrong, work: () => Promise<T>): Promise<T> {
    let wrong = false
    try {
      return await work()
    } catch (error) {
      wrong = isWrong(error)
      throw error
    } finally {
      if (!wrong) await this.giveBack(taken)
    }
  }

  /** For work that itself counts, such as sending a mail. Gives the attempts back if it fails. */
  async refundOnError<T>(taken: readonly CountedAttempt[], work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await this.giveBack(taken)
      throw error
    }
  }

  async isFull(limit: CountedLimit): Promise<boolean> {
    return this.#options.on && this.#store.read((tx) => tx.attempts.isFull(keyOf(limit), limit.rate.count))
  }

  /**
   * Counts a login against its address. If that is full, a valid long code still works. Six digits pass too: `logIn`
   * counts them by mailbox, and checking them here would allow uncounted guesses.
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

  async #takeProof(prover: ProofAttempt): Promise<readonly CountedAttempt[]> {
    if (!this.#options.on) return []
    const account = prover.code === '' && prover.stuid !== '' ? prover.stuid : undefined
    const known = await this.#store.read((tx) => knownBy(tx, prover, account))
    const token = hexOf(prover.tokenHash)
    const about = { address: prover.network, ...(account === undefined ? {} : { account: accountMark(account) }) }
    return this.take(guessLimits({ network: prover.network, token, account, known }), about)
  }

  /** If the database fails, the attempts stay counted until their window ends. */
  async giveBack(taken: readonly CountedAttempt[]): Promise<void> {
    if (taken.length === 0) return
    for (const { key } of taken) this.#full.delete(hexOf(key))
    await this.#store
      .upkeep(async (tx) => {
        for (const one of taken) await tx.attempts.refund(one)
      })
      .catch((err: unknown) => this.#options.warn({ err }, 'counted attempts could not be given back'))
  }

  async sweep(): Promise<void> {
    await this.#store.upkeep(async (tx) => {
      await tx.attempts.deleteExpired(maxStored)
      await tx.codes.limitPending(pendingLoginsInAll)
    })
  }

  #remember({ limit, key, window, waitMs, amount }: FullWindow, now: number, about: AttemptFacts): void {
    if (this.#full.get(key)?.window !== window)
      this.#options.warn({ limit, ...about }, 'a limit of attempts is reached')
    if (this.#full.size >= maxCachedFull) this.#full.clear()
    // Of a limit on amounts, a smaller amount may still fit.
    const quietMs = amount === undefined ? Math.min(waitMs, second) : 0
    this.#full.set(key, { window, endsAt: now + waitMs, askAgain: now + quietMs })
  }
}

interface FullWindow {
  readonly limit: AttemptLimit
  readonly key: string
  /** The end of the window by the database's clock, which identifies the window. */
  readonly window: number
  readonly waitMs: number
  readonly amount: number | undefined
}

/** Rolls the transaction back. */
class WindowFull extends Error {
  readonly full: FullWindow
  constructor(full: FullWindow) {
    super(full.limit)
    this.full = full
  }
}

/** After a mailed code was used, the mailbox may be sent new ones. */
export async function resetMailLimits(tx: Tx, mailbox: string): Promise<void> {
  for (const kind of ['digits', 'long'] as const) await tx.attempts.clear(keyOf(mailBoxLimit(mailbox, kind)))
}

/**
 * A caller is known by an earlier proof or a valid long code, which cannot be guessed. Known callers have their own
 * count, so that strangers cannot lock them out.
 */
async function knownBy(tx: Tx, prover: ProofAttempt, account: string | undefined): Promise<string | undefined> {
  const code = tidyCode(prover.code)
  if (await isLiveCode(tx, code, memberCodes)) return `code ${hexOf(hashOf(code))}`
  const member = await tx.users.memberOf(prover.personId)
  if (member === null) return undefined
  const same = account === undefined || (await tx.members.activeByStudentId(account))?.id === member
  return same ? `person ${prover.personId}` : undefined
}

/** Code kinds by prefix: those for a login, and those that prove a membership. */
const loginCodes: Readonly<Record<string, readonly CodeKind[]>> = { mail: ['mail'], pair: ['paired'], sso: ['sso'] }
const memberCodes: Readonly<Record<string, readonly CodeKind[]>> = {
  inv: ['invitation'],
  sso: ['sso', 'sso_member'],
}

/** A long code has 80 random bits, so its holder has not guessed it. */
async function isLiveCode(tx: Tx, code: string, kinds: typeof loginCodes): Promise<boolean> {
  for (const kind of kinds[code.split('_', 1)[0] ?? ''] ?? [])
    if (await tx.codes.isUsable(hashOf(code), kind)) return true
  return false
}

/** Half of a hash identifies a limit without revealing an address or account. */
const keyOf = ({ limit, whose }: CountedLimit): Uint8Array => hashOf(`${limit} ${whose}`).subarray(0, 16)
const tooMany = (waitMs: number) =>
  new Refusal('too_many_requests', { seconds: Math.max(1, Math.ceil(waitMs / second)) })
