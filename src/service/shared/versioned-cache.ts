/** A value with the version that every change to it counts up. */
export interface Versioned<T> {
  readonly version: number
  readonly value: T
}

/** Something that is stored, kept in memory, and looked after every second, so that every node follows within two. */
export class VersionedCache<T> {
  readonly #look: (known: number | undefined) => Promise<Versioned<T> | undefined>
  #version: number | undefined
  #value: T
  #under: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined

  /** `look` answers what is stored, or nothing if that is the version known already. */
  constructor(first: T, look: (known: number | undefined) => Promise<Versioned<T> | undefined>) {
    this.#value = first
    this.#look = look
  }

  current(): T {
    return this.#value
  }

  /** Takes over what is stored by now. One look at a time: a slow one must not bring back what a later one replaced. */
  refresh(): Promise<void> {
    this.#queued ??= this.#under.then(async () => {
      this.#queued = undefined
      const found = await this.#look(this.#version)
      if (!found) return
      this.#version = found.version
      this.#value = found.value
    })
    this.#under = this.#queued.catch(() => {})
    return this.#queued
  }
}
