import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The rows of one statement and one piece. */
const together = 250

/** Many rows in little memory and never on disk, because they hold personal data. They can be read several times. */
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
