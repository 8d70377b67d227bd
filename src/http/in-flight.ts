import { networkOf } from './limits.ts'

/** Counts the requests under way from each network. */
export class RequestsInFlight {
  readonly #counts = new Map<string, number>()

  from(address: string): number {
    return this.#counts.get(networkOf(address)) ?? 0
  }

  begin(address: string): void {
    this.#counts.set(networkOf(address), this.from(address) + 1)
  }

  end(address: string): void {
    const left = this.from(address) - 1
    if (left === 0) this.#counts.delete(networkOf(address))
    else this.#counts.set(networkOf(address), left)
  }
}
