import type { News } from '#contract/team/live.ts'
import type { Actor } from '../shared/actor.ts'

/** More waiting news than this become one item: everything may have changed. */
const most = 100

/** News waits until it is taken. Equal news is sent once. */
export class Listener {
  /** `undefined` without a session. */
  actor: Actor | undefined
  readonly #left: () => void
  readonly #waiting = new Map<string, News>()
  #wake: (() => void) | undefined
  #due = false
  #over = false

  constructor(actor: Actor | undefined, left: () => void) {
    this.actor = actor
    this.#left = left
  }

  tell(news: News): void {
    if (this.#waiting.has('all ')) return
    this.#waiting.set(`${news.kind} ${news.id ?? ''}`, news)
    if (news.kind === 'all' || this.#waiting.size > most) {
      this.#waiting.clear()
      this.#waiting.set('all ', { kind: 'all' })
    }
    this.#stir()
  }

  /** Wakes the listener without news, as a heartbeat. */
  beat(): void {
    this.#stir()
  }

  end(): void {
    if (this.#over) return
    this.#over = true
    this.#left()
    this.#stir()
  }

  /** Waits for news. An empty list is a heartbeat, `undefined` the end. One call at a time. */
  async next(): Promise<readonly News[] | undefined> {
    if (!this.#due) await new Promise<void>((wake) => (this.#wake = wake))
    this.#due = false
    if (this.#over) return undefined
    const news = [...this.#waiting.values()]
    this.#waiting.clear()
    return news
  }

  #stir(): void {
    this.#due = true
    this.#wake?.()
  }
}
