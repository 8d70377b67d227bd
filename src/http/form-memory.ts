import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'

/** Forms of one person at once. */
const each = 3

/**
 * The memory for forms on their way. Strangers have a share of their own and never take any of what is there for people with a
 * token. Where a share is used up, the form that has been arriving for longest has to go: whoever wants to be in the way of
 * others has to send more than they do, and sending slowly is in nobody's way.
 */
export class FormMemory {
  readonly known: Share = new Share(16 * limits.upload)
  readonly unknown: Share = new Share(4 * limits.upload)
  /** How many forms each person has here. */
  readonly people = new Map<number, number>()

  enter(): FormReservation {
    return new FormReservation(this)
  }
}

/** What one form takes of the room. */
export class FormReservation {
  readonly #room: FormMemory
  readonly #end = new AbortController()
  #person: number | undefined
  #share: Share | undefined
  /** Bytes of memory. */
  size = 0

  constructor(room: FormMemory) {
    this.#room = room
    this.#share = room.unknown
    this.#share.arriving.add(this)
  }

  get isKnown(): boolean {
    return this.#person !== undefined
  }

  /** Aborted when the form is not waited for any longer; its reason is the refusal. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  /** It is a person's: from now on it takes of what is there for people. */
  recognise(person: number): void {
    const { people, known } = this.#room
    if (!this.#share || this.isKnown) return
    const already = people.get(person) ?? 0
    if (already >= each) throw new Refusal('too_many_requests', { seconds: 5 })
    people.set(person, already + 1)
    this.#person = person
    const { size } = this
    this.hold(0)
    this.#share.arriving.delete(this)
    this.#share = known
    this.#share.arriving.add(this)
    this.hold(size)
  }

  /** Takes so much memory from now on. */
  hold(size: number): void {
    this.#share?.hold(this, size)
  }

  /** All of it has come: it is being worked on, and is not sent away any more. */
  arrived(): void {
    this.ended.throwIfAborted()
    this.#share?.arriving.delete(this)
  }

  /** Gives everything back. May be repeated. */
  leave(): void {
    this.hold(0)
    this.#share?.arriving.delete(this)
    this.#share = undefined
    if (this.#person === undefined) return
    const { people } = this.#room
    const others = (people.get(this.#person) ?? 1) - 1
    if (others > 0) people.set(this.#person, others)
    else people.delete(this.#person)
    this.#person = undefined
  }

  end(refusal: Refusal): void {
    this.leave()
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

  hold(place: FormReservation, size: number): void {
    const more = size - place.size
    this.#taken += more
    place.size = size
    if (more <= 0) return
    for (const other of this.arriving) {
      if (this.#taken <= this.#most) return
      if (other !== place) other.end(new Refusal('overloaded', { seconds: 1 }))
    }
    if (this.#taken > this.#most) throw new Refusal('overloaded', { seconds: 1 })
  }
}
