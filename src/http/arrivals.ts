/** More at once would not fit the processor's caches any better, and would come in unseen by those who count what is under way. */
const most = 64

/**
 * Requests that one turn of the event loop brings are served side by side, each step for all of them before
 * the next step: the processor then has the step's code at hand. One after another, from the door to the database each,
 * they cost half as much again. Who came alone lately is expected to come alone, and waits for nobody.
 */
export class Arrivals {
  #together: PromiseWithResolvers<void> | undefined
  /** In this turn. */
  #count = 0
  #crowded = false

  /** Resolves when the turn has brought what it brings; nothing where that is probably one. */
  wait(): Promise<void> | undefined {
    if (this.#count === 0) setImmediate(this.#turned)
    this.#count += 1
    if (!this.#crowded) return undefined
    this.#together ??= Promise.withResolvers()
    const { promise } = this.#together
    if (this.#count % most === 0) this.#go()
    return promise
  }

  readonly #turned = () => {
    this.#crowded = this.#count > 1
    this.#count = 0
    this.#go()
  }

  #go(): void {
    this.#together?.resolve()
    this.#together = undefined
  }
}
