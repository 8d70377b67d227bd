/** So many in so long. */
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
 * Counts events by key, each key in fixed windows that begin with its first event. `take` answers 0, or how many
 * milliseconds to wait. Windows that are over are forgotten, and so are the oldest beyond `mostKeys`: a stream of new
 * keys cannot fill the memory.
 */
export class RateWindows {
  readonly #mostKeys: number
  // Two halves: when the younger is full the older one goes at once, which costs nothing however fast keys come.
  #younger = new Map<string, Window>()
  #older = new Map<string, Window>()
  #sweptAt = 0

  constructor(mostKeys = 100_000) {
    this.#mostKeys = mostKeys
  }

  take(key: string, { count, everyMs }: Rate, now: number): number {
    if (Math.abs(now - this.#sweptAt) >= sweepEveryMs) this.#sweep(now)
    const window = this.#find(key, now)
    if (!window) this.#begin(key, { until: now + everyMs, everyMs, left: count - 1 })
    else if (window.left <= 0) return window.until - now
    else window.left -= 1
    return 0
  }

  /** How many keys are held. */
  get size(): number {
    return this.#younger.size + this.#older.size
  }

  #find(key: string, now: number): Window | undefined {
    const window = this.#younger.get(key) ?? this.#older.get(key)
    return window && !isOver(window, now) ? window : undefined
  }

  #begin(key: string, window: Window): void {
    if (this.#younger.size >= this.#mostKeys / 2) {
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

/** Also when the clock was set back: nobody waits for longer than a window. */
function isOver({ until, everyMs }: Window, now: number): boolean {
  return until <= now || until - now > everyMs
}
