import { type Clock, day, hour } from '#kit/time.ts'
import {
  beginTrust,
  believedTime,
  type ClockTrust,
  clockJump,
  isSteady,
  steadyTimeNeeded,
  updateTrust,
} from '#rules/team/clock-trust.ts'

interface Parts {
  readonly now: Clock
  readonly monotonic: Clock
  readonly warn: (facts: object, text: string) => void
}

/** Larger jumps are logged. Before a start, a team may well have done nothing for a week. */
const notable = hour
const notableAtStart = 7 * day

const iso = (at: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toString()

/** The clock for deletions. It follows a jump of the system clock only after that has run steadily for a while. */
export class DeletionClock {
  readonly #parts: Parts
  #trust: ClockTrust

  /** `written` is the time of the newest entry before the last hours. */
  constructor(parts: Parts, written: number | undefined) {
    this.#parts = parts
    this.#trust = beginTrust(this.#reading(), written)
    this.#tell(notableAtStart)
  }

  readonly now: Clock = () => {
    this.#look()
    return Math.round(believedTime(this.#trust, this.#reading()))
  }

  /** True if entries with a later time must come from a wrong clock. */
  isSteady(): boolean {
    this.#look()
    return isSteady(this.#trust, this.#reading())
  }

  #reading() {
    return { wall: this.#parts.now(), monotonic: this.#parts.monotonic() }
  }

  #look(): void {
    const before = this.#trust
    this.#trust = updateTrust(before, this.#reading())
    if (Math.abs(this.#trust.seen - before.seen) >= notable) this.#tell(notable)
  }

  #tell(least: number): void {
    if (Math.abs(clockJump(this.#trust)) < least) return
    const { wall, monotonic } = this.#reading()
    const facts = { clock: iso(wall), expected: iso(monotonic + this.#trust.believed) }
    if (clockJump(this.#trust) < 0) this.#parts.warn(facts, 'the clock was set back')
    else
      this.#parts.warn(
        { ...facts, until: iso(wall + steadyTimeNeeded(this.#trust)) },
        'the clock is far ahead of the expected time: nothing is deleted by it until it has run steadily',
      )
  }
}
