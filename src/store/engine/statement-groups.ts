import type { Connections } from './connections.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { faulty, isBroken } from './postgres-errors.ts'

interface Group {
  readonly connection: Promise<PostgresConnection>
  size: number
  unanswered: number
  broke: boolean
  /** Has no connection yet. */
  waits: boolean
}

/** The server executes a group's statements one after another; a small group keeps the wait short. */
const most = 8

/**
 * Statements that stand alone and come in the same turn of the event loop go out together, over one connection: writing to a socket
 * costs more than all else about a small one.
 */
export class StatementGroups {
  readonly #connections: Connections
  #open: Group | undefined
  #waiting = 0

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** How many wait for a connection beside the first of their group, who stands in line for it. */
  get waiting(): number {
    return this.#waiting
  }

  async run<T>(ask: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const group = this.#join()
    try {
      return await ask(await group.connection)
    } catch (error) {
      group.broke ||= isBroken(error)
      throw error
    } finally {
      group.unanswered -= 1
      if (group.unanswered === 0) this.#end(group)
    }
  }

  #join(): Group {
    let group = this.#open
    if (!group || group.size === most) group = this.#begin()
    else if (group.waits) this.#waiting += 1
    group.size += 1
    group.unanswered += 1
    return group
  }

  #begin(): Group {
    const connection = this.#connections.take().catch(faulty)
    const group: Group = { connection, size: 0, unanswered: 0, broke: false, waits: true }
    this.#open = group
    // Once there is a connection, the statements of this turn are sent, and the group is closed.
    const arrive = () => {
      group.waits = false
      this.#waiting -= group.size - 1
      process.nextTick(() => this.#close(group))
    }
    connection.then(arrive, arrive)
    return group
  }

  #close(group: Group): void {
    if (this.#open === group) this.#open = undefined
  }

  #end(group: Group): void {
    this.#close(group)
    const release = (connection: PostgresConnection) => this.#connections.release(connection, group.broke)
    group.connection.then(release, () => {})
  }
}
