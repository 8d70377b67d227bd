import type { TroubleOf } from '#contract/troubles.ts'
import type { Clock } from '#kit/time.ts'
import { nextTry, type Pace } from '#rules/outbox.ts'
import { never, type OutboxRow } from '#store/outbox.ts'
import type { Store } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { HeldTicket } from '#store/tickets.ts'
import type { ExternalSystem, RemoteTicket } from '../ports.ts'
import { forwarded, refOf, remark, type Telling } from './ticket-message.ts'
import { Trouble } from './trouble.ts'

export interface CourierParts {
  readonly store: Store
  readonly external: ExternalSystem
  readonly now: Clock
  /** The time as far as it is believed. */
  readonly believed: Clock
  /** Which system it is: numbers of another mean nothing there. */
  readonly system: string
  readonly telling: () => Telling
  readonly giveUpMs: number
  readonly pace: Pace
  /** Told how each try ended, and of what nobody foresaw. */
  readonly ended: (kind: OutboxRow['kind'], outcome: 'delivered' | 'failed' | 'given_up', error?: unknown) => void
  /** From 0 to just under 1. */
  readonly random: () => number
}

/** A row with all that is needed to tell of it. */
interface Errand {
  readonly row: OutboxRow
  readonly ticket: HeldTicket
  readonly ref: string
  /** Where the ticket is over there, if that is known. */
  readonly remote: RemoteTicket | undefined
}

const graceMs = 2000
const few = 8

/** Keeps what was promised to the external ticket system. Any number of nodes may do so at once. */
export class Courier implements AsyncDisposable {
  readonly #parts: CourierParts
  readonly #stop = new AbortController()
  readonly #hands = new Set<Promise<void>>()
  #resting = false

  constructor(parts: CourierParts) {
    this.#parts = parts
  }

  /** Delivers all that is due; resolves when nothing of it is left to try, or in hands of ours. */
  async deliver(): Promise<void> {
    const { store, pace } = this.#parts
    const [any] = this.#resting ? [] : await store.read((tx) => tx.outbox.due(1))
    for (let free = pace.atOnce - this.#hands.size; any && free > 0; free -= 1) {
      const hand = this.#work().finally(() => this.#hands.delete(hand))
      this.#hands.add(hand)
    }
    await Promise.all(this.#hands)
  }

  /** Takes nothing more into its hands. */
  rest(): void {
    this.#resting = true
  }

  /** Throws `Trouble` unless the external system can be worked with. */
  async check(): Promise<void> {
    const { signal } = this.#stop
    await this.#parts.external.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  /** What does not end soon is let go: it comes free when its time is over, on whichever node. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.rest()
    const late = setTimeout(() => this.#stop.abort(), graceMs)
    await Promise.allSettled(this.#hands)
    clearTimeout(late)
    this.#stop.abort()
  }

  async #work(): Promise<void> {
    for (let row = await this.#take(); row; row = await this.#take()) await this.#attempt(row)
  }

  async #take(): Promise<OutboxRow | undefined> {
    const { store, pace, random } = this.#parts
    while (!this.#resting) {
      const rows = await store.read((tx) => tx.outbox.due(few))
      // Whoever else is looking looks at the same ones.
      const row = rows[Math.floor(random() * rows.length)]
      if (!row) return undefined
      const taken = await store.upkeep((tx) => tx.outbox.take(row, pace.holdMs))
      if (taken) return taken
    }
    return undefined
  }

  async #attempt(row: OutboxRow): Promise<void> {
    const { store, now, ended } = this.#parts
    const { signal: stop } = this.#stop
    const limit = AbortSignal.timeout(this.#parts.pace.tryMs)
    try {
      await this.#tell(row, AbortSignal.any([stop, limit]))
      await store.upkeep((tx) => tx.outbox.done(row, now()))
      ended(row.kind, 'delivered')
    } catch (error) {
      if (stop.aborted) return
      await this.#failed(row, error)
    }
  }

  async #tell(row: OutboxRow, signal: AbortSignal): Promise<void> {
    const { store, external, telling } = this.#parts
    const errand = await this.#errand(row)
    if (!errand) return
    const { ticket, ref } = errand
    const remote = errand.remote ?? (await this.#create(errand, signal))
    if (row.kind === 'ticket') return
    const told = await store.read((tx) => remark(tx, row, ticket, ref, telling()))
    if (told) await external.comment({ ...remote, ref }, told, signal)
  }

  async #errand(row: OutboxRow): Promise<Errand | undefined> {
    const { store, system } = this.#parts
    const { id } = JSON.parse(row.payload) as { id: number } // every promise names its ticket
    return store.read(async (tx) => {
      const ticket = await tx.tickets.find(id)
      const known = await tx.remotes.of(id)
      const ref = refOf(await tx.remotes.instance(), id)
      return ticket && { row, ticket, ref, remote: known?.system === system ? known : undefined }
    })
  }

  /** The ticket over there, made unless an earlier try has made it. */
  async #create({ row, ticket, ref }: Errand, signal: AbortSignal): Promise<RemoteTicket> {
    const { store, external, system, telling } = this.#parts
    const found = await external.find?.(ref, signal)
    // A node that slept past its time must not write: another has this in its hands.
    if (!found && !(await store.read((tx) => tx.outbox.isMine(row)))) throw new Trouble({ say: 'unforeseen' })
    const remote = found ?? (await external.create(forwarded(ticket, ref, telling()), signal))
    await store.upkeep((tx) => tx.remotes.save(ticket.id, { ...remote, system }))
    return remote
  }

  async #failed(row: OutboxRow, error: unknown): Promise<void> {
    const { store, believed, pace, giveUpMs, ended, random } = this.#parts
    const trouble = error instanceof Trouble ? error : new Trouble({ say: 'unforeseen' }, { unanswered: true })
    const what: TroubleOf = trouble.what
    const again = await store.upkeep(async (tx) => {
      const now = await tx.outbox.now()
      const next = nextTry(
        trouble,
        { since: row.since ?? now, now, believed: believed(), giveUpMs, random: random() },
        pace,
      )
      const state = next === undefined ? outboxStates.stuck : outboxStates.waiting
      await tx.outbox.putBack(row, state, next ?? never, what)
      return next
    })
    ended(row.kind, again === undefined ? 'given_up' : 'failed', error)
  }
}
