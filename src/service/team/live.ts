import type { News } from '#contract/team/live.ts'
import { affectsViewer, type LoggedEvent, newsOf, seesForwarding } from '#events/live.ts'
import type { Store } from '#store/store.ts'
import type { Actor, Actors } from '../shared/actor.ts'
import { perContext } from '../shared/context.ts'
import { Listener } from './live-listener.ts'
import { LogTail } from './log-tail.ts'

/** More than this at one look is not told one by one. */
const mostChanges = 500
/** Changes that may be under way when somebody begins to listen. */
const underWay = 64
/** In looks, of which there is one a second. */
const beatEvery = 15
const askEvery = 60

/** What was looked at last. */
interface Seen {
  readonly tail: LogTail
  forwarding: string
}

/**
 * Tells those who listen what has changed, here or on another node: the end of the operation log is looked at while
 * anybody listens, and how forwarding stands, which nobody does and which is therefore in no log.
 */
export class LiveService {
  readonly #store: Store
  readonly #actors: Actors
  readonly #listeners = new Set<Listener>()
  #seen: Promise<Seen | undefined> | undefined
  #looking = false
  #looks = 0

  constructor(store: Store, actors: Actors) {
    this.#store = store
    this.#actors = actors
  }

  /** The first they are told is that everything may have changed; nothing that changes after that is missed. */
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

  /** From here on; who cannot be told where that is may come again. */
  #begin(): Promise<Seen | undefined> {
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

  /** Called each second. */
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
      await tx.log.after(seen.tail.low, mostChanges),
      await tx.outbox.fingerprint(),
    ])
    const forwarded = forwarding !== seen.forwarding
    seen.forwarding = forwarding
    const tooMany = rows.length === mostChanges
    if (tooMany) this.#seen = this.#begin()
    const changes = seen.tail.take(rows)
    const everybody = tooMany || this.#looks % askEvery === 0
    await this.#ask((listener) => everybody || changes.some((change) => affectsViewer(change, listener.actor)))
    for (const listener of this.#listeners) {
      if (forwarded && seesForwarding(listener.actor)) listener.tell({ kind: 'external' })
      for (const news of tooMany ? [everything] : told(changes, listener.actor)) listener.tell(news)
    }
  }

  /** Whoever is nobody any more hears nothing any more. */
  async #ask(whom: (listener: Listener) => boolean): Promise<void> {
    for (const listener of this.#listeners) {
      if (!listener.actor || !whom(listener)) continue
      // Those who cannot be asked for now may come again.
      const actor = await this.#actors.again(listener.actor).catch(() => undefined)
      if (!actor) listener.end()
      // What they are no more cannot be told from what they are now.
      else if (actor.memberId !== listener.actor.memberId) listener.tell({ kind: 'me' })
      listener.actor = actor
    }
  }
}

const everything: News = { kind: 'all' }

function told(changes: readonly LoggedEvent[], actor: Actor | undefined): News[] {
  return changes.flatMap((change) => newsOf(change, actor))
}

/** The live news of one running service. */
export const liveOf = perContext((ctx) => new LiveService(ctx.store, ctx.actors))
