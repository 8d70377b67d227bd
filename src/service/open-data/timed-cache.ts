import { Refusal } from '#contract/errors.ts'
import { Semaphore } from '#kit/semaphore.ts'
import { type Clock, minute } from '#kit/time.ts'

/** Slow results are kept longer, so that computing takes a small part of the time. */
const keptMs = 5 * minute
const keptTimes = 50

/** One computation at a time on this node; a few may wait. */
export const oneAtATime = () => new Semaphore(1, 4)

/** Caches a slow public result for some minutes. Concurrent callers share one computation. */
export class TimedCache<T> {
  readonly #now: Clock
  readonly #semaphore: Semaphore
  #last: { readonly version: number; readonly answer: Promise<T>; until: number; from: number } | undefined

  constructor(now: Clock, semaphore: Semaphore) {
    this.#now = now
    this.#semaphore = semaphore
  }

  get(version: number, work: () => Promise<T>): Promise<T> {
    const now = this.#now()
    const last = this.#last
    // After the clock was set back, the result must not stay for ever.
    if (last?.version === version && last.from <= now && now < last.until) return last.answer
    const answer = this.#semaphore.run(work)
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
