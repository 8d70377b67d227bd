import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** So many rows go with one statement, and into one piece. */
const together = 250

/**
 * Many rows in little memory, and nothing of them on disk: what a table holds of people must not be found there after a crash. They
 * can be gone through again and again.
 */
export class PackedRows<T> {
  readonly #pieces: Uint8Array[] = []
  #rows: T[] = []

  add(row: T): void {
    this.#rows.push(row)
    if (this.#rows.length < together) return
    this.#pieces.push(deflateRawSync(JSON.stringify(this.#rows), { level: 1 }))
    this.#rows = []
  }

  *batches(): Generator<readonly T[]> {
    for (const piece of this.#pieces) yield JSON.parse(inflateRawSync(piece).toString()) as T[] // written above alone
    if (this.#rows.length > 0) yield this.#rows
  }
}
