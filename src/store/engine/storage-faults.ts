/** A storage operation that has failed since its last success. */
export interface StorageFault {
  readonly what: 'sync' | 'checkpoint'
  readonly error: string
  readonly failures: number
  readonly seconds: number
}

interface Texts {
  readonly failed: (error: string) => string
  readonly recovered: string
}

const reportMs = 60_000

/** Counts consecutive failures. Reports at most one failure a minute, and the end of reported failures. */
export class FaultRecord {
  readonly #what: StorageFault['what']
  readonly #texts: Texts
  readonly #report: (text: string) => void
  #failing: { readonly since: number; failures: number; error: string; reported: boolean } | undefined
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(what: StorageFault['what'], texts: Texts, report: (text: string) => void) {
    this.#what = what
    this.#texts = texts
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
    this.#report(this.#texts.failed(error))
  }

  worked(): void {
    if (this.#failing?.reported) this.#report(this.#texts.recovered)
    this.#failing = undefined
  }

  current(): StorageFault[] {
    if (!this.#failing) return []
    const { since, failures, error } = this.#failing
    return [{ what: this.#what, error, failures, seconds: (performance.now() - since) / 1000 }]
  }
}
