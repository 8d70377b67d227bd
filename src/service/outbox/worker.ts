import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { Destination } from '#events/deliveries.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { shutdownLimits, waitWithTimeout } from '#kit/shutdown.ts'
import type { Clock } from '#kit/time.ts'
import { type DeliveryTiming, nextAttempt } from '#rules/outbox/outbox.ts'
import { Unavailable } from '#store/engine/index.ts'
import { farFuture, type OutboxRow } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import { Trouble } from '../shared/trouble.ts'

/** The result of a delivery without trouble. `also` runs in the transaction that stores it. */
export type DeliveryResult =
  | { readonly how: 'delivered' | 'dropped'; readonly also?: (tx: Tx) => Promise<unknown> }
  | { readonly how: 'postponed'; readonly waitMs: number }

export interface Deliverer {
  /** After the other side has accepted, only `also` may write, because a failure would repeat the delivery. */
  deliver(row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult>
  check(signal: AbortSignal): Promise<void>
  readonly giveUpMs: number
  /** The longest pause between two tries, if the default is too long. */
  readonly maxPauseMs?: number
  /** Runs after a delivery was given up. */
  readonly gaveUp?: (tx: Tx, row: OutboxRow) => Promise<void>
  /** When given up, `stuck` waits for an administrator and blocks its lane; `failed` lets the next delivery start. */
  readonly givenUp: 'stuck' | 'failed'
}

export interface OutboxWorkerOptions {
  readonly store: Store
  readonly destination: Destination
  readonly deliverer: Deliverer
  readonly now: Clock
  readonly believed: Clock
  readonly monotonic: Clock
  readonly pace: DeliveryTiming
  readonly ended: (
    kind: OutboxRow['kind'],
    outcome: 'delivered' | 'dropped' | 'postponed' | 'failed' | 'given_up',
    error?: unknown,
  ) => void
  readonly random: () => number
}

/**
 * After a database fault, another node may repeat a delivery that this one could not record. This is the time for that.
 */
const recoveryMs = 5000
/** Nodes pick one of these at random, so that they seldom want the same row. */
const choice = 8

/** Delivers the outbox rows of one destination. Several nodes may do so at once. */
export class OutboxWorker implements AsyncDisposable {
  readonly #parts: OutboxWorkerOptions
  readonly #stop = new AbortController()
  readonly #deliveries = new Set<Promise<void>>()
  #restingSince: number | undefined
  #faultAt = Number.NEGATIVE_INFINITY

  constructor(parts: OutboxWorkerOptions) {
    this.#parts = parts
  }

  get destination(): Destination {
    return this.#parts.destination
  }

  /** Delivers all due rows. Resolves when this worker sends no more. */
  async deliver(): Promise<void> {
    const { store, destination, pace } = this.#parts
    const [any] = this.#isResting() ? [] : await store.read((tx) => tx.outbox.due(destination, 1)).catch(this.#faulty)
    for (let free = pace.atOnce - this.#deliveries.size; any && free > 0; free -= 1) {
      const delivery = this.#work().finally(() => this.#deliveries.delete(delivery))
      this.#deliveries.add(delivery)
    }
    await allSettledOrThrow([...this.#deliveries])
  }

  /** Starts no more deliveries. Running ones have some time to end. */
  rest(): void {
    this.#restingSince ??= performance.now()
  }

  async check(): Promise<void> {
    const { signal } = this.#stop
    await this.#parts.deliverer.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  /** Abandons slow deliveries. Their leases expire, and any node may take them. */
  async [Symbol.asyncDispose](): Promise<void> {
    const now = performance.now()
    this.#restingSince ??= now
    const ended = Promise.allSettled(this.#deliveries)
    await waitWithTimeout(this.#restingSince + shutdownLimits.deliveriesMs - now, ended)
    this.#stop.abort()
    // Aborted deliveries stop at once. A database that does not answer is not waited for.
    await waitWithTimeout(shutdownLimits.deliveriesGiveUpMs, ended)
  }

  #isResting(): boolean {
    return this.#restingSince !== undefined
  }

  async #work(): Promise<void> {
    for (let row = await this.#take(); row; row = await this.#take()) await this.#attempt(row)
  }

  async #take(): Promise<OutboxRow | undefined> {
    const { store, destination, pace, random } = this.#parts
    while (!this.#isResting()) {
      const due = await store.read((tx) => tx.outbox.due(destination, choice)).catch(this.#faulty)
      const rows = due.filter(({ held_until }) => held_until === null || !this.#isRecovering())
      const row = rows[Math.floor(random() * rows.length)]
      if (!row) return undefined
      const by = randomUUID()
      const taken = await this.#write((tx) => tx.outbox.lease(row, pace.leaseMs, by))
      if (taken) return taken
    }
    return undefined
  }

  async #attempt(row: OutboxRow): Promise<void> {
    const { deliverer, now, ended, pace } = this.#parts
    const { signal: stop } = this.#stop
    const limit = AbortSignal.timeout(pace.tryMs)
    let ending: DeliveryResult
    try {
      ending = await deliverer.deliver(row, AbortSignal.any([stop, limit]))
    } catch (error) {
      if (stop.aborted) return
      if (!(error instanceof Unavailable)) return this.#failed(row, error)
      await this.#write((tx) => tx.outbox.release(row, pace.firstMs))
      return ended(row.kind, 'postponed', error)
    }
    await this.#write(async (tx) => {
      if (ending.how === 'postponed') await tx.outbox.postpone(row, ending.waitMs)
      else if (await tx.outbox[ending.how === 'delivered' ? 'markDelivered' : 'drop'](row, now()))
        await ending.also?.(tx)
    })
    ended(row.kind, ending.how)
  }

  async #failed(row: OutboxRow, error: unknown): Promise<void> {
    const { deliverer, believed, pace, ended, random } = this.#parts
    const { giveUpMs, givenUp, maxPauseMs = pace.maxMs } = deliverer
    const patience = { ...pace, maxMs: Math.min(pace.maxMs, maxPauseMs) }
    const trouble = error instanceof Trouble ? error : new Trouble({ say: 'unforeseen' }, { unanswered: true })
    const what: DeliveryTrouble = trouble.what
    const again = await this.#write(async (tx) => {
      const now = await tx.outbox.now()
      const next = nextAttempt(
        trouble,
        { since: row.since ?? now, now, believed: believed(), giveUpMs, random: random() },
        patience,
      )
      if (next !== undefined) await tx.outbox.putBack(row, outboxStates.waiting, next, what)
      else if (givenUp === 'stuck') await tx.outbox.putBack(row, outboxStates.stuck, farFuture, what)
      else if (await tx.outbox.markFailed(row, believed(), what)) await deliverer.gaveUp?.(tx, row)
      return next
    })
    ended(row.kind, again === undefined ? 'given_up' : 'failed', error)
  }

  /** Repeats a change until its outcome is known. Database faults do not count against a delivery. */
  #write<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    return retryUnavailable(
      () => this.#parts.store.upkeep(change),
      this.#stop.signal,
      () => this.#noteFault(),
    )
  }

  #noteFault(): void {
    this.#faultAt = this.#parts.monotonic()
  }

  #isRecovering(): boolean {
    return this.#parts.monotonic() - this.#faultAt < recoveryMs
  }

  readonly #faulty = (error: unknown): never => {
    if (error instanceof Unavailable) this.#noteFault()
    throw error
  }
}

const maxRetryMs = 1000

/**
 * Repeats idempotent work until the database answers: after a lost connection the commit is uncertain. Calls `failed`
 * after each fault. Once `stop` is aborted, it throws the fault.
 */
async function retryUnavailable<T>(work: () => Promise<T>, stop: AbortSignal, failed: () => void): Promise<T> {
  for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      failed()
      await pause(waitMs, undefined, { signal: stop }).catch(() => {
        throw error
      })
    }
  }
}
