import { askForCheck, type Check, clearDamageMark, type Depth, findDamageInChildProcess } from './integrity.ts'

export interface WatchOptions {
  /** Called once, when damage is found. */
  readonly alarm?: (damage: string) => void
  /** Receives faults that do not stop the service, and their end. */
  readonly report?: (text: string) => void
  /** Starts a check. Tests replace it. */
  readonly begin?: (file: string, state: 'live', depth: Depth) => Check
  /** The pause after the first check that could not be completed. */
  readonly retryMs?: number
}

/** Possible damage that a full check has to confirm. */
interface Suspicion {
  readonly what: string
  readonly cleared: () => void
}

const second = 1000
const maxRetryMs = 600 * second

/** Watches the integrity of an open database. Checks that could not be completed are repeated with exponential backoff, one at a time. */
export class IntegrityWatch {
  readonly #file: string
  readonly #options: Required<WatchOptions>
  #damage: string | undefined
  #suspicion: Suspicion | undefined
  #last: Promise<void> = Promise.resolve()
  #check: Check | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(
    file: string,
    { alarm = () => {}, report = () => {}, begin = findDamageInChildProcess, retryMs = second }: WatchOptions = {},
  ) {
    this.#file = file
    this.#options = { alarm, report, begin, retryMs }
  }

  damage(): string | undefined {
    return this.#damage
  }

  /** Why the database must not be written now. Further writes could increase the damage. */
  problem(): string | undefined {
    if (this.#damage) return `the database is damaged: ${this.#damage}`
    return this.#suspicion && `the database may be damaged and is being checked: ${this.#suspicion.what}`
  }

  /**
   * Handles damage that SQLite reported for a statement. The cause may be a failed read, so a full check decides. If it finds nothing,
   * `cleared` is called and writes continue.
   */
  suspect(what: string, cleared: () => void): void {
    if (this.#closed || this.#damage || this.#suspicion) return
    this.#suspicion = { what, cleared }
    this.#mark()
    this.#options.report(`The database may be damaged (${what}). Nothing is written until it has been checked.`)
    void this.check('full')
  }

  /** Resolves when the check has ended. A check that could not be completed is retried later. */
  check(depth: Depth): Promise<void> {
    this.#last = this.#last.then(() => this.#run(depth))
    return this.#last
  }

  /** Starts a full check a second later, when the service has started. A quick check would not find a flipped bit in an index. */
  checkSoon(): void {
    this.#timer = setTimeout(() => void this.check('full'), second).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#check?.stop()
  }

  async #run(depth: Depth): Promise<void> {
    if (this.#closed || this.#damage) return
    const suspicion = this.#suspicion
    this.#check = this.#options.begin(this.#file, 'live', depth)
    try {
      const found = await this.#check.result
      this.#failures = 0
      if (found) this.#foundDamage(found)
      else this.#foundNone(depth, suspicion)
    } catch (error) {
      if (!this.#closed) this.#retry(depth, error instanceof Error ? error.message : String(error))
    } finally {
      this.#check = undefined
    }
  }

  #foundDamage(found: string): void {
    this.#damage = found
    this.#mark()
    this.#options.alarm(found)
  }

  /** Makes the next start check the database before it writes. */
  #mark(): void {
    try {
      askForCheck(this.#file)
    } catch {
      // The disk accepts no writes, so the database is safe from them too.
    }
  }

  /** A suspicion that arose during the check needs its own check. */
  #foundNone(depth: Depth, suspicion: Suspicion | undefined): void {
    if (depth !== 'full' || this.#suspicion !== suspicion) return
    clearDamageMark(this.#file)
    if (!suspicion) return
    this.#suspicion = undefined
    suspicion.cleared()
    this.#options.report('The database is not damaged. Writes continue.')
  }

  #retry(depth: Depth, why: string): void {
    if (this.#failures === 0)
      this.#options.report(`The check of the database could not be completed and will be repeated (${why}).`)
    const wait = Math.min(this.#options.retryMs * 2 ** this.#failures, maxRetryMs)
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.check(this.#suspicion ? 'full' : depth), wait).unref()
  }
}
