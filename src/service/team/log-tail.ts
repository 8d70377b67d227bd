/** How many looks a skipped number may take to appear. A change that takes longer has failed. */
const patience = 60

/**
 * Finds the new numbers of a growing list.
 * PostgreSQL assigns numbers before commit, so a smaller one may appear after a larger one: every gap is read again for
 * a while.
 */
export class LogTail {
  /** Everything up to here has been seen, or will not come. */
  #low: number
  readonly #seen = new Set<number>()
  #waited = 0

  /** `latest` are the last numbers at the start. */
  constructor(latest: readonly number[]) {
    for (const id of latest) this.#seen.add(id)
    this.#low = latest.length === 0 ? 0 : Math.min(...latest) - 1
    this.#advance()
  }

  /** Numbers above this must be read. */
  get low(): number {
    return this.#low
  }

  /** The new ones among all that are above `low` now. */
  take<T extends { readonly id: number }>(found: readonly T[]): T[] {
    const news = found.filter(({ id }) => !this.#seen.has(id))
    for (const { id } of news) this.#seen.add(id)
    this.#advance()
    return news
  }

  #advance(): void {
    const before = this.#low
    while (this.#seen.delete(this.#low + 1)) this.#low += 1
    this.#waited = this.#low === before && this.#seen.size > 0 ? this.#waited + 1 : 0
    if (this.#waited < patience) return
    this.#low = Math.min(...this.#seen) - 1
    this.#advance()
  }
}
