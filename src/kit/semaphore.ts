/** Lets so many work at once. Some more may wait for their turn; `run` answers nothing to those who come after them. */
export class Semaphore {
  readonly #waitingMost: number
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number, waitingMost: number) {
    this.#free = atOnce
    this.#waitingMost = waitingMost
  }

  /** With `first` one goes before all who wait, and may wait although there is no room. */
  run<T>(work: () => Promise<T>, first = false): Promise<T> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return this.#work(work)
    }
    if (!first && this.#waiting.length >= this.#waitingMost) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    if (first) this.#waiting.unshift(resolve)
    else this.#waiting.push(resolve)
    return promise.then(() => this.#work(work))
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
