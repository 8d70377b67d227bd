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
  connection: 'close',
  // Without it, nginx would buffer events.
  'x-accel-buffering': 'no',
}

/** When to try again after a refusal. */
const seconds = 60

/**
 * The open streams of `GET /live`. Strangers, users and members have separate limits, so that many made-up strangers or users cannot shut
 * out the team.
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

  /** Opens a stream without a time limit, one per connection. */
  open(actor: Actor | undefined, address: string, connection: object): RawAnswer {
    const { listeners, listenersHere, listenersOfOne } = this.#bounds
    const room = !actor ? 'strangers' : actor.memberId === null ? 'users' : 'members'
    if (this.#closed || this.#at(room) >= listeners) throw new Refusal('overloaded', { seconds })
    // A whole campus may share one address, so members are counted only per person.
    const here = room === 'members' ? [] : [`${room} ${networkOf(address)}`]
    const one = actor ? [`${room} ${actor.memberId ?? actor.personId}`] : []
    const before = this.#byConnection.get(connection)
    const full =
      here.some((place) => this.#at(place) >= listenersHere) || one.some((who) => this.#at(who) >= listenersOfOne)
    if (before || full) {
      // The earlier stream on this connection must end before this answer can be sent.
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

/** Fetches the next news only after the last were sent. So a slow reader costs no memory, and in the end hits a time limit. */
function events(listener: Listener): AsyncIterable<string> {
  const over = { done: true, value: undefined } as const
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const news = await listener.next()
        return news ? { value: news.length === 0 ? ':\n\n' : news.map(written).join('') } : over
      },
      // Not a generator, because its `return` would wait for the next news.
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
