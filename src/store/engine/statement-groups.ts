import type { Connections } from './connections.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { isBroken, rethrow } from './postgres-errors.ts'

interface Group {
  readonly connection: Promise<PostgresConnection>
  size: number
  unanswered: number
  broke: boolean
  hasConnection: boolean
}

/** The server executes the statements of a group in order, so a large group would delay the last ones. */
const maxSize = 8

/** Sends single statements of the same tick over one connection in one message, because a socket write costs more than a small statement. */
export class StatementGroups {
  readonly #connections: Connections
  #open: Group | undefined
  #waiting = 0

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** The number of statements that wait for a connection, without the first of each group, which the pool counts. */
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
    if (!group || group.size === maxSize) group = this.#begin()
    else if (!group.hasConnection) this.#waiting += 1
    group.size += 1
    group.unanswered += 1
    return group
  }

  #begin(): Group {
    const connection = this.#connections.take().catch(rethrow)
    const group: Group = { connection, size: 0, unanswered: 0, broke: false, hasConnection: false }
    this.#open = group
    // The statements of the tick in which the connection arrives still join the group.
    const arrive = () => {
      group.hasConnection = true
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
