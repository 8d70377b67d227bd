import type { News } from '#contract/team/live.ts'
import type { Actor } from '../shared/actor.ts'

/** More than this that somebody has not taken becomes one piece of news. */
const most = 100

/** Somebody who listens. News waits until it is taken; the same twice is once. */
export class Listener {
  /** As whom they listen; a guest is nobody. */
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

  /** A sign of life. */
  beat(): void {
    this.#stir()
  }

  end(): void {
    if (this.#over) return
    this.#over = true
    this.#left()
    this.#stir()
  }

  /** What there is to tell, as soon as there is any; nothing as a sign of life, `undefined` at the end. One call at a time. */
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
