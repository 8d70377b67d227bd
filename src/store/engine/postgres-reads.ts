import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresConnection } from './postgres-connection.ts'
import type { Run } from './query-runner.ts'

/** How reads use connections. */
interface ReadOperations {
  /** Runs a single statement in one message with those of other reads. */
  readonly runAlone: Run
  readonly take: () => Promise<PostgresConnection>
  readonly runOn: (connection: PostgresConnection, ...statement: Parameters<Run>) => ReturnType<Run>
  readonly end: (connection: PostgresConnection, error: unknown) => void
}

interface ReadState {
  readonly needsSnapshot: boolean
  /** The text of the first statement, if it was sent alone. */
  first?: string
  /** The connection with the snapshot. */
  connection?: Promise<PostgresConnection>
  /** True if a second statement followed one that was sent alone. */
  mustRestart?: true
  ended?: true
}

/**
 * Runs reads, each in one snapshot. A read with a single statement needs no transaction: it is sent together with those of other reads, which
 * saves a connection, BEGIN and COMMIT. Callers do not declare the kind of a read. The first statement is sent alone. If a second one
 * follows, the work restarts in a snapshot, and later reads that begin with the same first statement open a snapshot at once.
 */
export class PostgresReads {
  readonly #operations: ReadOperations
  readonly #current = new AsyncLocalStorage<ReadState>()
  /** First statements of reads that had a second one. */
  readonly #snapshotOpeners = new Set<string>()

  constructor(operations: ReadOperations) {
    this.#operations = operations
  }

  /** Runs a statement of the current read. */
  readonly run: Run = (...statement) => {
    const read = this.#current.getStore()
    if (!read || read.ended) throw new Error('a query ran after its transaction had ended: it was not awaited')
    const [{ sql }] = statement
    if (read.first !== undefined) {
      read.mustRestart = true
      return Promise.reject(new Error('a second statement in this read: restarting it in a snapshot'))
    }
    if (read.connection || read.needsSnapshot || this.#snapshotOpeners.has(sql)) {
      read.connection ??= this.#begin()
      return read.connection.then((connection) => this.#operations.runOn(connection, ...statement))
    }
    read.first = sql
    return this.#operations.runAlone(...statement)
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    const read: ReadState = { needsSnapshot: false }
    const value = await this.#attempt(read, work).catch((error) => {
      if (!read.mustRestart) throw error
    })
    if (!read.mustRestart) return value as T // it did not fail
    if (this.#snapshotOpeners.size >= 1000) this.#snapshotOpeners.clear()
    this.#snapshotOpeners.add(read.first ?? '')
    return this.#attempt({ needsSnapshot: true }, work)
  }

  async #attempt<T>(read: ReadState, work: () => Promise<T>): Promise<T> {
    let failure: unknown
    try {
      return await this.#current.run(read, work)
    } catch (error) {
      failure = error
      throw error
    } finally {
      read.ended = true
      const connection = await read.connection?.catch(() => undefined)
      if (connection) this.#operations.end(connection, failure)
    }
  }

  async #begin(): Promise<PostgresConnection> {
    const connection = await this.#operations.take()
    connection.begin('read')
    return connection
  }
}
