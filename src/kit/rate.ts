/** So many in so long. */
export interface Rate {
  readonly count: number
  readonly everyMs: number
}

/**
 * Counts events by key, each key in fixed windows that begin with its first event. `take` answers 0, or how many
 * milliseconds to wait. Keys whose window is over are forgotten, so that a stream of new keys cannot fill the memory.
 */
export class Rates {
  readonly #windows = new Map<string, { until: number; left: number }>()
  #sweepAt = 0

  take(key: string, rate: Rate, now: number): number {
    if (now >= this.#sweepAt) this.#sweep(now)
    const window = this.#windows.get(key)
    if (!window || window.until <= now) {
      this.#windows.set(key, { until: now + rate.everyMs, left: rate.count - 1 })
      return 0
    }
    if (window.left <= 0) return window.until - now
    window.left -= 1
    return 0
  }

  /** What `take` would answer, without taking. */
  wait(key: string, now: number): number {
    const window = this.#windows.get(key)
    return window && window.until > now && window.left <= 0 ? window.until - now : 0
  }

  /** For what was taken and then came to nothing. */
  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window) window.left += 1
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.until <= now) this.#windows.delete(key)
    this.#sweepAt = now + 10_000
  }
}
