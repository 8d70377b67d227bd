import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'

/** Concurrent forms of one person. */
const maxPerPerson = 3

/**
 * The memory for forms that arrive. People with a token and strangers have separate shares. If a share is full, the form that has been
 * arriving for longest is evicted. So a client can block others only by sending more than they do, and never by sending slowly.
 */
export class FormMemory {
  readonly known: Share = new Share(16 * limits.upload)
  readonly unknown: Share = new Share(4 * limits.upload)
  /** The number of forms of each person. */
  readonly people = new Map<number, number>()

  reserve(): FormReservation {
    return new FormReservation(this)
  }
}

/** The memory of one form. */
export class FormReservation {
  readonly #memory: FormMemory
  readonly #end = new AbortController()
  #person: number | undefined
  #share: Share | undefined
  /** Bytes of memory. */
  size = 0

  constructor(memory: FormMemory) {
    this.#memory = memory
    this.#share = memory.unknown
    this.#share.arriving.add(this)
  }

  get isKnown(): boolean {
    return this.#person !== undefined
  }

  /** Aborted with a refusal when the form is evicted. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  /** Moves the form to the share of people with a token. */
  identify(person: number): void {
    const { people, known } = this.#memory
    if (!this.#share || this.isKnown) return
    const already = people.get(person) ?? 0
    if (already >= maxPerPerson) throw new Refusal('too_many_requests', { seconds: 5 })
    people.set(person, already + 1)
    this.#person = person
    const { size } = this
    this.resize(0)
    this.#share.arriving.delete(this)
    this.#share = known
    this.#share.arriving.add(this)
    this.resize(size)
  }

  resize(size: number): void {
    this.#share?.resize(this, size)
  }

  /** The whole form has arrived. It is not evicted any more. */
  complete(): void {
    this.ended.throwIfAborted()
    this.#share?.arriving.delete(this)
  }

  /** Idempotent. */
  release(): void {
    this.resize(0)
    this.#share?.arriving.delete(this)
    this.#share = undefined
    if (this.#person === undefined) return
    const { people } = this.#memory
    const others = (people.get(this.#person) ?? 1) - 1
    if (others > 0) people.set(this.#person, others)
    else people.delete(this.#person)
    this.#person = undefined
  }

  evict(refusal: Refusal): void {
    this.release()
    this.#end.abort(refusal)
  }
}

class Share {
  readonly #most: number
  #taken = 0
  /** Oldest first. */
  readonly arriving = new Set<FormReservation>()

  constructor(most: number) {
    this.#most = most
  }

  resize(place: FormReservation, size: number): void {
    const more = size - place.size
    this.#taken += more
    place.size = size
    if (more <= 0) return
    for (const other of this.arriving) {
      if (this.#taken <= this.#most) return
      if (other !== place) other.evict(new Refusal('overloaded', { seconds: 1 }))
    }
    if (this.#taken > this.#most) throw new Refusal('overloaded', { seconds: 1 })
  }
}
