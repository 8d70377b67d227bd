import { Refusal } from '#contract/errors.ts'
import { Semaphore } from '#kit/semaphore.ts'
import { type Clock, minute } from '#kit/time.ts'

/** So long an answer is given again. What took long is kept longer, so that making it anew never takes more than a small part of the time. */
const keptMs = 5 * minute
const keptTimes = 50

/** One at a time for the whole node, with room for one that waits of each kind. */
export const oneAtATime = () => new Semaphore(1, 4)

/** What takes a while to work out, and anybody may ask for: it is worked out once, for all who ask meanwhile and for some minutes after. */
export class TimedCache<T> {
  readonly #now: Clock
  readonly #turns: Semaphore
  #last: { readonly version: number; readonly answer: Promise<T>; until: number; from: number } | undefined

  constructor(now: Clock, turns: Semaphore) {
    this.#now = now
    this.#turns = turns
  }

  /** `version` is of what it rests on and must be at once. */
  get(version: number, work: () => Promise<T>): Promise<T> {
    const now = this.#now()
    const last = this.#last
    // A clock that was set back must not keep it for ever.
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
