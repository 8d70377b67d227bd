/** Something the storage has failed to do since it last worked. */
export interface StorageFault {
  readonly what: 'sync' | 'checkpoint'
  readonly error: string
  readonly failures: number
  readonly seconds: number
}

interface Words {
  readonly fails: (error: string) => string
  readonly works: string
}

const reportMs = 60_000

/** Counts failures in a row. Reports that they began and that they are over, but not more than one failure a minute. */
export class FaultRecord {
  readonly #what: StorageFault['what']
  readonly #words: Words
  readonly #report: (text: string) => void
  #failing: { readonly since: number; failures: number; error: string; reported: boolean } | undefined
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(what: StorageFault['what'], words: Words, report: (text: string) => void) {
    this.#what = what
    this.#words = words
    this.#report = report
  }

  failed(error: string): void {
    const now = performance.now()
    this.#failing ??= { since: now, failures: 0, error, reported: false }
    this.#failing.failures += 1
    this.#failing.error = error
    if (now - this.#reportedAt < reportMs) return
    this.#reportedAt = now
    this.#failing.reported = true
    this.#report(this.#words.fails(error))
  }

  worked(): void {
    if (this.#failing?.reported) this.#report(this.#words.works)
    this.#failing = undefined
  }

  current(): StorageFault[] {
    if (!this.#failing) return []
    const { since, failures, error } = this.#failing
    return [{ what: this.#what, error, failures, seconds: (performance.now() - since) / 1000 }]
  }
}
