/** Collects pieces in one buffer. A list of one-byte pieces would take forty times the memory. */
export class GrowingBuffer {
  readonly #most: number
  #bytes = Buffer.allocUnsafe(1024)
  length = 0

  /** `most` bytes will come at most, so no more is allocated in advance. */
  constructor(most: number) {
    this.#most = most
  }

  /** Allocated memory. */
  get size(): number {
    return this.#bytes.length
  }

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
