export interface Rate {
  readonly count: number
  readonly everyMs: number
}

interface Window {
  readonly until: number
  readonly everyMs: number
  left: number
}

const sweepEveryMs = 10_000

/**
 * Fixed-window rate limits by key. A window begins with the first event of a key. `take` returns 0, or the milliseconds to wait. Expired
 * windows are dropped, and so are the oldest beyond `maxKeys`, so that new keys cannot fill the memory.
 */
export class RateWindows {
  readonly #maxKeys: number
  // When the younger half is full, the older one is dropped as a whole, which costs nothing.
  #younger = new Map<string, Window>()
  #older = new Map<string, Window>()
  #sweptAt = 0

  constructor(maxKeys = 100_000) {
    this.#maxKeys = maxKeys
  }

  take(key: string, { count, everyMs }: Rate, now: number): number {
    if (Math.abs(now - this.#sweptAt) >= sweepEveryMs) this.#sweep(now)
    const window = this.#find(key, now)
    if (!window) this.#begin(key, { until: now + everyMs, everyMs, left: count - 1 })
    else if (window.left <= 0) return window.until - now
    else window.left -= 1
    return 0
  }

  get size(): number {
    return this.#younger.size + this.#older.size
  }

  #find(key: string, now: number): Window | undefined {
    const window = this.#younger.get(key) ?? this.#older.get(key)
    return window && !isOver(window, now) ? window : undefined
  }

  #begin(key: string, window: Window): void {
    if (this.#younger.size >= this.#maxKeys / 2) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(key, window)
  }

  #sweep(now: number): void {
    for (const half of [this.#younger, this.#older])
      for (const [key, window] of half) if (isOver(window, now)) half.delete(key)
    this.#sweptAt = now
  }
}

/** If the clock was set back, the window counts as over, so that no caller waits for longer than a window. */
function isOver({ until, everyMs }: Window, now: number): boolean {
  return until <= now || until - now > everyMs
}
