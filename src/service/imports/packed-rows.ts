import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The rows of a statement and of a compressed part. */
const batchSize = 250

/** Compressed rows in memory: they contain personal data, so they are never written to disk. */
export class PackedRows<T> {
  readonly #pieces: Uint8Array[] = []
  #rows: T[] = []

  add(row: T): void {
    this.#rows.push(row)
    if (this.#rows.length < batchSize) return
    this.#pieces.push(deflateRawSync(JSON.stringify(this.#rows), { level: 1 }))
    this.#rows = []
  }

  *batches(): Generator<readonly T[]> {
    for (const piece of this.#pieces) yield JSON.parse(inflateRawSync(piece).toString()) as T[] // written above alone
    if (this.#rows.length > 0) yield this.#rows
  }
}
