import type { News } from '#contract/team/live.ts'
import { affectsViewer, type LoggedEvent, newsOf, seesForwarding } from '#events/live.ts'
import type { Store } from '#store/store.ts'
import type { Actor, Actors } from '../shared/actor.ts'
import { perContext } from '../shared/context.ts'
import { Listener } from './live-listener.ts'
import { LogTail } from './log-tail.ts'

/** More changes than this at once become one item: everything may have changed. */
const maxChanges = 500
/** The number of changes that may be uncommitted when the first listener connects. */
const underWay = 64
/** Calls of `look`, which runs once a second. */
const beatEvery = 15
const askEvery = 60

interface WatchedState {
  readonly tail: LogTail
  forwarding: string
}

/**
 * Sends changes of any node to listeners. While there are any, it reads the end of the operation log and the state of
 * forwarding, which is not in the log.
 */
export class LiveService {
  readonly #store: Store
  readonly #actors: Actors
  readonly #listeners = new Set<Listener>()
  #seen: Promise<WatchedState | undefined> | undefined
  #looking = false
  #looks = 0

  constructor(store: Store, actors: Actors) {
    this.#store = store
    this.#actors = actors
  }

  /** First tells a new listener that everything may have changed. No later change is missed. */
  listen(actor: Actor | undefined, left: () => void): Listener {
    const listener: Listener = new Listener(actor, () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#seen = undefined
      left()
    })
    this.#listeners.add(listener)
    this.#seen ??= this.#begin()
    void this.#seen.then((seen) => seen && listener.tell(everything))
    return listener
  }

  /** Starts at the end of the log. If that cannot be read, all listeners end and may reconnect. */
  #begin(): Promise<WatchedState | undefined> {
    return this.#store
      .read(async (tx) => ({
        tail: new LogTail(await tx.log.latest(underWay)),
        forwarding: await tx.outbox.fingerprint(),
      }))
      .catch(() => {
        for (const listener of this.#listeners) listener.end()
        return undefined
      })
  }

  async look(): Promise<void> {
    this.#looks += 1
    if (this.#looks % beatEvery === 0) for (const listener of this.#listeners) listener.beat()
    if (this.#looking) return
    this.#looking = true
    try {
      await this.#look()
    } finally {
      this.#looking = false
    }
  }

  async #look(): Promise<void> {
    const seen = await this.#seen
    if (!seen) return
    const [rows, forwarding] = await this.#store.read(async (tx) => [
      await tx.log.after(seen.tail.low, maxChanges),
      await tx.outbox.fingerprint(),
    ])
    const forwarded = forwarding !== seen.forwarding
    seen.forwarding = forwarding
    const tooMany = rows.length === maxChanges
    if (tooMany) this.#seen = this.#begin()
    const changes = seen.tail.take(rows)
    const everybody = tooMany || this.#looks % askEvery === 0
    await this.#ask((listener) => everybody || changes.some((change) => affectsViewer(change, listener.actor)))
    for (const listener of this.#listeners) {
      if (forwarded && seesForwarding(listener.actor)) listener.tell({ kind: 'external' })
      for (const news of tooMany ? [everything] : newsFor(changes, listener.actor)) listener.tell(news)
    }
  }

  /** Checks the sessions of listeners, and ends those without one. */
  async #ask(whom: (listener: Listener) => boolean): Promise<void> {
    for (const listener of this.#listeners) {
      if (!listener.actor || !whom(listener)) continue
      // If the session cannot be read, the listener ends and may reconnect.
      const actor = await this.#actors.again(listener.actor).catch(() => undefined)
      if (!actor) listener.end()
      // News alone does not show a change of membership.
      else if (actor.memberId !== listener.actor.memberId) listener.tell({ kind: 'me' })
      listener.actor = actor
    }
  }
}

const everything: News = { kind: 'all' }

function newsFor(changes: readonly LoggedEvent[], actor: Actor | undefined): News[] {
  return changes.flatMap((change) => newsOf(change, actor))
}

export const liveOf = perContext((ctx) => new LiveService(ctx.store, ctx.actors))
