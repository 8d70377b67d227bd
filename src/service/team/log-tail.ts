/** The number of reads in which a skipped number may appear. A slower change has failed. */
const patience = 60

/**
 * Finds new ids in a growing table. PostgreSQL assigns ids before commit, so a smaller one may appear after a larger
 * one: gaps are read again for a while.
 */
export class LogTail {
  /** All ids up to here were seen or will not appear. */
  #low: number
  readonly #seen = new Set<number>()
  #waited = 0

  constructor(latest: readonly number[]) {
    for (const id of latest) this.#seen.add(id)
    this.#low = latest.length === 0 ? 0 : Math.min(...latest) - 1
    this.#advance()
  }

  /** Ids above this must be read. */
  get low(): number {
    return this.#low
  }

  /** The new rows among all above `low`. */
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
