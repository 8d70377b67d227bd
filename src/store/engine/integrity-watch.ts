import { askForCheck, type Check, clearDamageMark, type Depth, findDamageBeside } from './integrity.ts'

export interface Watching {
  /** Told once, when damage is found. */
  readonly alarm?: (damage: string) => void
  /** Receives faults that do not stop the service, and their end. */
  readonly report?: (text: string) => void
  /** How a check is begun, and how long to wait after the first that failed: tests have their own. */
  readonly begin?: (file: string, state: 'live', depth: Depth) => Check
  readonly retryMs?: number
}

interface Doubt {
  readonly what: string
  readonly cleared: () => void
}

const second = 1000
const longestRetryMs = 600 * second

/**
 * Whether a database that is in use is whole. Only what a check has found is damage. A check that could not be done is tried
 * again, after longer and longer pauses, one process at a time.
 */
export class IntegrityWatch {
  readonly #file: string
  readonly #options: Required<Watching>
  #damage: string | undefined
  #doubt: Doubt | undefined
  #last: Promise<void> = Promise.resolve()
  #check: Check | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(
    file: string,
    { alarm = () => {}, report = () => {}, begin = findDamageBeside, retryMs = second }: Watching = {},
  ) {
    this.#file = file
    this.#options = { alarm, report, begin, retryMs }
  }

  /** What a check has found. */
  damage(): string | undefined {
    return this.#damage
  }

  /** Why nothing may be written now, if so: every further page could make it worse. */
  problem(): string | undefined {
    if (this.#damage) return `the database is damaged: ${this.#damage}`
    return this.#doubt && `the database may be damaged and is being checked: ${this.#doubt.what}`
  }

  /**
   * SQLite reported damage to a caller. That may have been a failed read of the disk, so
   * a full check decides; when it finds nothing, `cleared` is called and writes continue.
   */
  doubt(what: string, cleared: () => void): void {
    if (this.#closed || this.#damage || this.#doubt) return
    this.#doubt = { what, cleared }
    this.#remember()
    this.#options.report(`The database may be damaged (${what}). Nothing is written until it has been checked.`)
    void this.check('full')
  }

  /** Resolves when a check has ended or failed; after a failure others follow by themselves. */
  check(depth: Depth): Promise<void> {
    this.#last = this.#last.then(() => this.#run(depth))
    return this.#last
  }

  /** Lets the start have the machine to itself. In full: a flipped bit in an index is no fault of any page. */
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
    const doubt = this.#doubt
    this.#check = this.#options.begin(this.#file, 'live', depth)
    try {
      const found = await this.#check.result
      this.#failures = 0
      if (found) this.#damaged(found)
      else this.#whole(depth, doubt)
    } catch (error) {
      if (!this.#closed) this.#again(depth, error instanceof Error ? error.message : String(error))
    } finally {
      this.#check = undefined
    }
  }

  #damaged(found: string): void {
    this.#damage = found
    this.#remember()
    this.#options.alarm(found)
  }

  /** A start that comes before the answer, or after it, must not write either. */
  #remember(): void {
    try {
      askForCheck(this.#file)
    } catch {
      // A disk that takes no mark takes no writes either.
    }
  }

  /** A doubt that came up during the check has one of its own. */
  #whole(depth: Depth, doubt: Doubt | undefined): void {
    if (depth !== 'full' || this.#doubt !== doubt) return
    clearDamageMark(this.#file)
    if (!doubt) return
    this.#doubt = undefined
    doubt.cleared()
    this.#options.report('The database is whole. It is written again.')
  }

  #again(depth: Depth, why: string): void {
    if (this.#failures === 0)
      this.#options.report(`The check of the database could not be done and will be tried again (${why}).`)
    const wait = Math.min(this.#options.retryMs * 2 ** this.#failures, longestRetryMs)
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.check(this.#doubt ? 'full' : depth), wait).unref()
  }
}
