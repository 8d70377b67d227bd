import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresConnection } from './postgres-connection.ts'
import type { Run } from './query-runner.ts'

/** How a read reaches the server. */
interface Ways {
  /** Runs a statement that stands alone, together with those of other reads. */
  readonly alone: Run
  readonly take: () => Promise<PostgresConnection>
  readonly on: (connection: PostgresConnection, ...statement: Parameters<Run>) => ReturnType<Run>
  readonly end: (connection: PostgresConnection, error: unknown) => void
}

/** One read under way. */
interface Read {
  readonly snapshot: boolean
  /** The text of its first statement, if that was sent alone. */
  first?: string
  /** The connection that has its snapshot. */
  connection?: Promise<PostgresConnection>
  /** True if a second statement came after one that was sent alone. */
  goesOn?: true
  over?: true
}

/**
 * Each read sees one moment. A read with a single statement needs no snapshot for that: its statement goes out together with those of other
 * reads, and saves a connection, a BEGIN and a COMMIT. Callers do not say which kind a read is. The first statement is sent alone; if a
 * second one comes, the work is done again from its beginning in a snapshot. From then on a statement with the text of that first one opens
 * a snapshot at once.
 */
export class PostgresReads {
  readonly #ways: Ways
  readonly #current = new AsyncLocalStorage<Read>()
  readonly #openers = new Set<string>()

  constructor(ways: Ways) {
    this.#ways = ways
  }

  /** Runs a statement for the read that asks. */
  readonly run: Run = (...statement) => {
    const read = this.#current.getStore()
    if (!read || read.over) throw new Error('a query came when its transaction was over: it was not awaited')
    const [{ sql }] = statement
    if (read.first !== undefined) {
      read.goesOn = true
      return Promise.reject(new Error('a read goes on: it is done again in a snapshot'))
    }
    if (read.connection || read.snapshot || this.#openers.has(sql)) {
      read.connection ??= this.#begin()
      return read.connection.then((connection) => this.#ways.on(connection, ...statement))
    }
    read.first = sql
    return this.#ways.alone(...statement)
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    const read: Read = { snapshot: false }
    const done = this.#attempt(read, work)
    const value = await done.catch((error) => {
      if (!read.goesOn) throw error
    })
    if (!read.goesOn) return value as T // it did not fail
    if (this.#openers.size >= 1000) this.#openers.clear()
    this.#openers.add(read.first ?? '')
    return this.#attempt({ snapshot: true }, work)
  }

  async #attempt<T>(read: Read, work: () => Promise<T>): Promise<T> {
    let failure: unknown
    try {
      return await this.#current.run(read, work)
    } catch (error) {
      failure = error
      throw error
    } finally {
      read.over = true
      const connection = await read.connection?.catch(() => undefined)
      if (connection) this.#ways.end(connection, failure)
    }
  }

  async #begin(): Promise<PostgresConnection> {
    const connection = await this.#ways.take()
    connection.begin('read')
    return connection
  }
}
