export interface VersionedValue<T> {
  readonly version: number
  readonly value: T
}

/** A stored value in memory. A refresh each second lets every node follow within two seconds. */
export class VersionedCache<T> {
  readonly #load: (known: number | undefined) => Promise<VersionedValue<T> | undefined>
  #version: number | undefined
  #value: T
  #running: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined

  /** `load` returns the stored value, or `undefined` if `known` is still its version. */
  constructor(first: T, load: (known: number | undefined) => Promise<VersionedValue<T> | undefined>) {
    this.#value = first
    this.#load = load
  }

  current(): T {
    return this.#value
  }

  /** Loads run one after another: a slow one must not overwrite a later one. */
  refresh(): Promise<void> {
    this.#queued ??= this.#running.then(async () => {
      this.#queued = undefined
      const found = await this.#load(this.#version)
      if (!found) return
      this.#version = found.version
      this.#value = found.value
    })
    this.#running = this.#queued.catch(() => {})
    return this.#queued
  }
}
