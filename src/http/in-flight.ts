import { network } from './limits.ts'

/** How many requests are being worked on, from each address. */
export class RequestsInFlight {
  readonly #counts = new Map<string, number>()

  from(address: string): number {
    return this.#counts.get(network(address)) ?? 0
  }

  /** One more, until it is disposed of. */
  begin(address: string): Disposable {
    const key = network(address)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#counts.get(key) ?? 1) - 1
        if (left === 0) this.#counts.delete(key)
        else this.#counts.set(key, left)
      },
    }
  }
}
