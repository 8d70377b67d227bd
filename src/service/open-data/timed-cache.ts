import { Refusal } from '#contract/errors.ts'
import { Semaphore } from '#kit/semaphore.ts'
import { type Clock, minute } from '#kit/time.ts'

/** Answers that took long are kept longer, so that making them takes a small part of the time. */
const keptMs = 5 * minute
const keptTimes = 50

/** One at a time on this node, with room for some waiting. */
export const oneAtATime = () => new Semaphore(1, 4)

/** A slow public result. Concurrent callers share one computation, and it is cached for some minutes. */
export class TimedCache<T> {
  readonly #now: Clock
  readonly #turns: Semaphore
  #last: { readonly version: number; readonly answer: Promise<T>; until: number; from: number } | undefined

  constructor(now: Clock, turns: Semaphore) {
    this.#now = now
    this.#turns = turns
  }

  /** A result of another `version` is not returned. */
  get(version: number, work: () => Promise<T>): Promise<T> {
    const now = this.#now()
    const last = this.#last
    // A clock that was set back must not keep the result for ever.
    if (last?.version === version && last.from <= now && now < last.until) return last.answer
    const answer = this.#turns.run(work)
    if (!answer) throw new Refusal('overloaded', { seconds: 5 })
    const began = { version, answer, from: now, until: Number.POSITIVE_INFINITY }
    this.#last = began
    answer.then(
      () => {
        const done = this.#now()
        began.until = done + Math.max(keptMs, keptTimes * (done - now))
      },
      () => {
        began.until = 0 // the next one tries again
      },
    )
    return answer
  }
}
