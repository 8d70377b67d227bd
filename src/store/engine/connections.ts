import { Socket } from 'node:net'
import pg from 'pg'
import { shutdownLimits } from '#kit/shutdown.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'

export interface ConnectionOptions {
  readonly settings: pg.ClientConfig
  readonly connection: PostgresConnectionOptions
  /** The most connections on the server at any moment. */
  readonly most: number
  readonly waitMs: number
  /** Called with each new connection before its first use. Returns the id of its server process. */
  readonly prepare: (connection: PostgresConnection) => Promise<number>
}

interface Waiter {
  readonly resolve: (connection: PostgresConnection) => void
  readonly reject: (error: unknown) => void
}

interface ConnectionState {
  readonly socket: Socket
  readonly since: number
  /** The id of the server process, once it is known. */
  pid: number | undefined
  /** When it began to close. */
  closingSince: number | undefined
}

const idleMs = 10_000
const checkMs = 5000
/** PostgreSQL's default `authentication_timeout`. */
const loginMs = 60_000

/**
 * A connection pool that counts a connection until the server has closed it. Closing the client's end is not enough: a frozen session does
 * not notice, so replacing its connection would add one more on the server, until `max_connections` is reached.
 */
export class Connections {
  readonly #options: ConnectionOptions
  readonly #all = new Map<PostgresConnection, ConnectionState>()
  readonly #idle: { readonly connection: PostgresConnection; readonly timer: NodeJS.Timeout }[] = []
  readonly #waiting = new Set<Waiter>()
  #connecting = 0
  #closing = 0
  /** When the server refused a connection because of `max_connections`. */
  #fullAt = Number.NEGATIVE_INFINITY
  #nextCheck: NodeJS.Timeout | undefined
  #checking: Socket | undefined
  #ended: PromiseWithResolvers<void> | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** The number of connections that the server may have: in use, idle, opening or closing. */
  get size(): number {
    return this.#all.size
  }

  get idle(): number {
    return this.#idle.length
  }

  async take(): Promise<PostgresConnection> {
    if (this.#ended) throw new Error('the connections are closed')
    // The most recently used one, so that surplus connections stay idle and are closed.
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      return idle.connection
    }
    const { promise, resolve, reject } = Promise.withResolvers<PostgresConnection>()
    const waiter = { resolve, reject }
    this.#waiting.add(waiter)
    const late = setTimeout(() => {
      reject(new Error('no connection was free in time'))
      this.#checkSoon()
    }, this.#options.waitMs)
    this.#openForWaiting()
    return promise.finally(() => {
      clearTimeout(late)
      this.#waiting.delete(waiter)
    })
  }

  /** Returns a connection to the pool, or closes it if it `broke`. */
  release(connection: PostgresConnection, broke = false): void {
    if (this.#all.get(connection)?.closingSince !== undefined) return
    if (broke || this.#ended) this.close(connection)
    else if (!this.passOn(connection))
      this.#idle.push({ connection, timer: setTimeout(() => this.close(connection), idleMs) })
  }

  /** Gives a connection to the first waiting caller, if there is one, even before its earlier statements are answered. */
  passOn(connection: PostgresConnection): boolean {
    const [waiter] = this.#waiting
    if (!waiter || this.#ended || this.#all.get(connection)?.closingSince !== undefined) return false
    this.#waiting.delete(waiter)
    waiter.resolve(connection)
    return true
  }

  /** Closes the pool, and waits for connections in use until the time limit. Then it calls `unanswered` and destroys them. */
  async end(unanswered: () => void = () => {}): Promise<void> {
    if (this.#ended) return this.#ended.promise
    this.#ended = Promise.withResolvers()
    clearTimeout(this.#nextCheck)
    this.#checking?.destroy()
    for (const { reject } of this.#waiting) reject(new Error('the connections are closed'))
    for (const { connection } of [...this.#idle]) this.close(connection)
    if (this.#all.size === 0) this.#ended.resolve()
    const late = setTimeout(() => {
      unanswered()
      for (const { socket } of this.#all.values()) socket.destroy()
    }, shutdownLimits.databaseMs)
    await this.#ended.promise
    clearTimeout(late)
  }

  #openForWaiting(): void {
    const others = this.#all.size > this.#connecting + this.#closing
    if (others && performance.now() < this.#fullAt + 1000) return
    while (this.#waiting.size > this.#connecting && this.#all.size < this.#options.most && !this.#ended)
      void this.#open()
  }

  async #open(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#options.settings, pipeline: true, stream: () => socket })
    const connection = new PostgresConnection(client, this.#options.connection, () => this.close(connection))
    const state: ConnectionState = { socket, since: performance.now(), pid: undefined, closingSince: undefined }
    this.#all.set(connection, state)
    this.#connecting += 1
    // The query rejects too. Without a listener, the event would end the process.
    client.on('error', () => this.#retire(connection))
    client.once('end', () => this.#closed(connection))
    // The time limit is only for the TCP connection. A slow login continues, because the server may already count it.
    const late = setTimeout(() => socket.connecting && socket.destroy(new Error('no answer')), this.#options.waitMs)
    try {
      await client.connect()
      state.pid = await this.#options.prepare(connection)
      this.#connecting -= 1
      this.release(connection)
    } catch (error) {
      this.#connecting -= 1
      this.close(connection)
      this.#rejectWaiter(error)
    } finally {
      clearTimeout(late)
    }
  }

  /** Rejects one waiting caller, unless the server is full and the caller can wait for another connection. */
  #rejectWaiter(error: unknown): void {
    if (error instanceof pg.DatabaseError && error.code === '53300') {
      this.#fullAt = performance.now()
      if (this.#all.size > this.#closing) return
    }
    const [waiter] = this.#waiting
    if (!waiter) return
    this.#waiting.delete(waiter)
    waiter.reject(error)
  }

  /** Takes a connection out of use. */
  #retire(connection: PostgresConnection): void {
    const idle = this.#idle.findIndex((one) => one.connection === connection)
    if (idle >= 0) for (const { timer } of this.#idle.splice(idle, 1)) clearTimeout(timer)
    const state = this.#all.get(connection)
    if (!state || state.closingSince !== undefined) return
    state.closingSince = performance.now()
    this.#closing += 1
    this.#checkSoon()
  }

  /** Closes a connection after the outstanding answers. It counts until the server has closed it too. */
  close(connection: PostgresConnection): void {
    this.#retire(connection)
    void connection.client.end().catch(() => {})
  }

  #closed(connection: PostgresConnection): void {
    this.#retire(connection)
    if (this.#all.delete(connection)) this.#closing -= 1
    if (this.#all.size === 0) this.#ended?.resolve()
    this.#openForWaiting()
  }

  #checkSoon(): void {
    if (!this.#ended) this.#nextCheck ??= setTimeout(() => void this.#checkClosing(), checkMs).unref()
  }

  /**
   * Asks the server which closing connections still exist, and removes the others from the pool. After a failover or a network outage the
   * end of a connection would be noticed late or never. The query needs one more connection.
   */
  async #checkClosing(): Promise<void> {
    const now = performance.now()
    const gone = [...this.#all.values()].filter(({ pid, since, closingSince }) =>
      pid === undefined ? since < now - loginMs : closingSince !== undefined && closingSince < now - checkMs,
    )
    const existing = gone.length > 0 && (await this.#existing(gone.flatMap(({ pid }) => pid ?? [])))
    if (existing) for (const { socket, pid } of gone) if (pid === undefined || !existing.has(pid)) socket.destroy()
    this.#nextCheck = undefined
    if (this.#closing + this.#connecting > 0) this.#checkSoon()
  }

  /** The server processes that exist among these, or false if the server cannot be asked. */
  async #existing(pids: readonly number[]): Promise<ReadonlySet<number> | false> {
    const { settings, waitMs } = this.#options
    const socket = new Socket()
    this.#checking = socket
    const client = new pg.Client({
      ...settings,
      stream: () => socket,
      application_name: 'fettle-look',
      connectionTimeoutMillis: waitMs,
      query_timeout: waitMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid = any($1::int[])',
        [pids],
      )
      return new Set(rows.map(({ pid }) => pid))
    } catch {
      return false
    } finally {
      void client.end().catch(() => {})
      socket.destroySoon() // a frozen server does not close the connection
    }
  }
}
