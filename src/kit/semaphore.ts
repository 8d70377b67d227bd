/** Limits concurrent work. If the queue is full too, `run` returns undefined. */
export class Semaphore {
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(concurrency: number, maxWaiting: number) {
    this.#free = concurrency
    this.#maxWaiting = maxWaiting
  }

  /** Work with `first` goes to the front of the queue, even if that is full. */
  run<T>(work: () => Promise<T>, first = false): Promise<T> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return this.#work(work)
    }
    if (!first && this.#waiting.length >= this.#maxWaiting) return undefined
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
