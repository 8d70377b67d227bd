import type { RawAnswer } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { News } from '#contract/team/live.ts'
import type { Actor } from '#service/shared/actor.ts'
import type { LiveService } from '#service/team/live.ts'
import type { Listener } from '#service/team/live-listener.ts'
import { type Bounds, networkOf } from './limits.ts'

export const eventStreamType = 'text/event-stream'

const headers = {
  'content-type': eventStreamType,
  // The connection has no other use when this ends.
  connection: 'close',
  // nginx would keep events until it has a page full of them.
  'x-accel-buffering': 'no',
}

/** How long those who find no place are asked to wait. */
const seconds = 60

/**
 * Those who listen to what changes. Each is a connection that stays open, so there is only so much room: for strangers, for
 * users and for members apart, so that nobody who can make up strangers or users keeps the team from hearing anything.
 */
export class EventStreams {
  readonly #live: LiveService
  readonly #bounds: Bounds
  readonly #listeners = new Set<Listener>()
  readonly #taken = new Map<string, number>()
  readonly #byConnection = new WeakMap<object, Listener>()
  #closed = false

  constructor(live: LiveService, bounds: Bounds) {
    this.#live = live
    this.#bounds = bounds
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Lets somebody listen for as long as they like, once on a connection. */
  admit(actor: Actor | undefined, address: string, connection: object): RawAnswer {
    const { listeners, listenersHere, listenersOfOne } = this.#bounds
    const room = !actor ? 'strangers' : actor.memberId === null ? 'users' : 'members'
    if (this.#closed || this.#at(room) >= listeners) throw new Refusal('overloaded', { seconds })
    // A campus may be behind one address: members are counted by who they are alone.
    const here = room === 'members' ? [] : [`${room} ${networkOf(address)}`]
    const one = actor ? [`${room} ${actor.memberId ?? actor.personId}`] : []
    const before = this.#byConnection.get(connection)
    const full =
      here.some((place) => this.#at(place) >= listenersHere) || one.some((who) => this.#at(who) >= listenersOfOne)
    if (before || full) {
      // This answer would wait behind one that never ends.
      before?.end()
      throw new Refusal('too_many_requests', { seconds })
    }
    const places = [room, ...here, ...one]
    const listener: Listener = this.#live.listen(actor, () => {
      this.#listeners.delete(listener)
      this.#byConnection.delete(connection)
      for (const place of places) this.#move(place, -1)
    })
    this.#listeners.add(listener)
    this.#byConnection.set(connection, listener)
    for (const place of places) this.#move(place, 1)
    return { headers, body: events(listener) }
  }

  /** Sends everybody home. */
  close(): void {
    this.#closed = true
    for (const listener of this.#listeners) listener.end()
  }

  #at(place: string): number {
    return this.#taken.get(place) ?? 0
  }

  #move(place: string, by: number): void {
    const count = this.#at(place) + by
    if (count === 0) this.#taken.delete(place)
    else this.#taken.set(place, count)
  }
}

/** Asked for more only when what went before has left us: who reads slowly costs nothing, and at last runs into a time limit. */
function events(listener: Listener): AsyncIterable<string> {
  const over = { done: true, value: undefined } as const
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const news = await listener.next()
        return news ? { value: news.length === 0 ? ':\n\n' : news.map(written).join('') } : over
      },
      // A generator would have to wait for its next news before it could be left.
      async return() {
        listener.end()
        return over
      },
    }),
  }
}

function written(news: News): string {
  return `data: ${JSON.stringify(news)}\n\n`
}
