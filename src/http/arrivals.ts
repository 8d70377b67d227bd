/**
 * Requests that one turn of the event loop brings are taken through the house side by side, each step for all of them before
 * the next step: the processor then has the step's code at hand. One after another, from the door to the database each,
 * they cost half as much again.
 */
export class Arrivals {
  #turn: Promise<void> | undefined
  #size = 0

  /** The room that those take up who wait for the others of their turn. */
  get size(): number {
    return this.#size
  }

  /** Resolves when the turn has brought what it brings. */
  async together(room: number): Promise<void> {
    this.#size += room
    this.#turn ??= new Promise((done) => setImmediate(done)).then(() => {
      this.#turn = undefined
    })
    await this.#turn
    this.#size -= room
  }
}
