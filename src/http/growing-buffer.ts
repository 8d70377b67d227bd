/**
 * Bytes that come in pieces, kept as one. A list of the pieces would not do: in the smallest there are, a megabyte takes more than
 * forty.
 */
export class GrowingBuffer {
  readonly #most: number
  #bytes = Buffer.allocUnsafe(1024)
  length = 0

  /** At most so many will come; room for more is not taken in advance. */
  constructor(most: number) {
    this.#most = most
  }

  /** How much memory it takes. */
  get size(): number {
    return this.#bytes.length
  }

  /** All that has come. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length
    if (length > this.size) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * this.size, this.#most)))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.length)
    this.length = length
  }
}
