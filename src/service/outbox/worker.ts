import { randomUUID } from 'node:crypto'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { Destination } from '#events/deliveries.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { shutdownLimits, waitWithTimeout } from '#kit/shutdown.ts'
import type { Clock } from '#kit/time.ts'
import { type DeliveryTiming, nextAttempt } from '#rules/outbox/outbox.ts'
import { Unavailable } from '#store/engine/index.ts'
import { never, type OutboxRow } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import { Trouble } from '../shared/trouble.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** How a delivery ended without trouble: it arrived, it is not wanted any more, or not yet. `also` is written with that, once. */
export type DeliveryResult =
  | { readonly how: 'delivered' | 'dropped'; readonly also?: (tx: Tx) => Promise<unknown> }
  | { readonly how: 'postponed'; readonly waitMs: number }

/** Hands things over at one destination. Both throw `Trouble` where it does not work. */
export interface Deliverer {
  /** Nothing is written after the other side has accepted but by `also`: what failed then would be delivered again. */
  deliver(row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult>
  /** Whether the destination can be worked with. */
  check(signal: AbortSignal): Promise<void>
  /** So long it is tried. */
  readonly giveUpMs: number
  /** Between two tries at most, where the usual is too long. */
  readonly longestPauseMs?: number
  /** What is to be set right when it was given up. */
  readonly gaveUp?: (tx: Tx, row: OutboxRow) => Promise<void>
  /** What is given up waits for an administrator, and all after it with it; or it is over, and the next one comes. */
  readonly givenUp: 'stuck' | 'failed'
}

export interface OutboxWorkerOptions {
  readonly store: Store
  readonly destination: Destination
  readonly deliverer: Deliverer
  readonly now: Clock
  /** The time as far as it is believed. */
  readonly believed: Clock
  /** Counts milliseconds and is never set. */
  readonly monotonic: Clock
  readonly pace: DeliveryTiming
  /** Told how each try ended, and of what nobody foresaw. */
  readonly ended: (
    kind: OutboxRow['kind'],
    outcome: 'delivered' | 'dropped' | 'postponed' | 'failed' | 'given_up',
    error?: unknown,
  ) => void
  /** From 0 to just under 1. */
  readonly random: () => number
}

/** After a fault of the database, another node may have delivered what it could not write down. It gets so long to do that. */
const recoveryMs = 5000
/** Nodes that look at once choose among so many, so that they seldom want the same. */
const choice = 8

/** Delivers what the outbox has for one destination. Any number of nodes may do so at once. */
export class OutboxWorker implements AsyncDisposable {
  readonly #parts: OutboxWorkerOptions
  readonly #stop = new AbortController()
  readonly #hands = new Set<Promise<void>>()
  #restingSince: number | undefined
  #faultAt = Number.NEGATIVE_INFINITY

  constructor(parts: OutboxWorkerOptions) {
    this.#parts = parts
  }

  get destination(): Destination {
    return this.#parts.destination
  }

  /** Delivers all that is due; resolves when nothing of it is left to try, or in hands of ours. */
  async deliver(): Promise<void> {
    const { store, destination, pace } = this.#parts
    const [any] = this.#isResting()
      ? []
      : await store.readOne((tx) => tx.outbox.due(destination, 1)).catch(this.#faulty)
    for (let free = pace.atOnce - this.#hands.size; any && free > 0; free -= 1) {
      const hand = this.#work().finally(() => this.#hands.delete(hand))
      this.#hands.add(hand)
    }
    await allSettledOrThrow([...this.#hands])
  }

  /** Takes nothing more into its hands. What is in them has a while to end. */
  rest(): void {
    this.#restingSince ??= performance.now()
  }

  /** Throws `Trouble` unless the destination can be worked with. */
  async check(): Promise<void> {
    const { signal } = this.#stop
    await this.#parts.deliverer.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  /** What does not end soon is let go: it comes free when its time is over, on whichever node. */
  async [Symbol.asyncDispose](): Promise<void> {
    const now = performance.now()
    this.#restingSince ??= now
    const ended = Promise.allSettled(this.#hands)
    await waitWithTimeout(this.#restingSince + shutdownLimits.deliveriesMs - now, ended)
    this.#stop.abort()
    // Who delivers gives up at once. A database that does not answer is not waited for.
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
      const due = await store.readOne((tx) => tx.outbox.due(destination, choice)).catch(this.#faulty)
      const rows = due.filter(({ held_until }) => held_until === null || !this.#isRecovering())
      const row = rows[Math.floor(random() * rows.length)]
      if (!row) return undefined
      const by = randomUUID()
      const taken = await this.#write((tx) => tx.outbox.take(row, pace.holdMs, by))
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
      else if (await tx.outbox[ending.how === 'delivered' ? 'done' : 'drop'](row, now())) await ending.also?.(tx)
    })
    ended(row.kind, ending.how)
  }

  async #failed(row: OutboxRow, error: unknown): Promise<void> {
    const { deliverer, believed, pace, ended, random } = this.#parts
    const { giveUpMs, givenUp, longestPauseMs = pace.longestMs } = deliverer
    const patience = { ...pace, longestMs: Math.min(pace.longestMs, longestPauseMs) }
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
      else if (givenUp === 'stuck') await tx.outbox.putBack(row, outboxStates.stuck, never, what)
      else if (await tx.outbox.fail(row, believed(), what)) await deliverer.gaveUp?.(tx, row)
      return next
    })
    ended(row.kind, again === undefined ? 'given_up' : 'failed', error)
  }

  /** A change that may be repeated: it is, until it is known. What our own database does is not held against a delivery. */
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
