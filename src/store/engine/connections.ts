import { Socket } from 'node:net'
import pg from 'pg'
import { shutdownLimits } from '#kit/shutdown.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'

export interface ConnectionOptions {
  readonly settings: pg.ClientConfig
  readonly connection: PostgresConnectionOptions
  /** Most connections that the server has of us at any moment. */
  readonly most: number
  /** How long to wait for one. */
  readonly waitMs: number
  /** Called with each new connection before its first use; returns the process that serves it. */
  readonly prepare: (connection: PostgresConnection) => Promise<number>
}

interface Waiter {
  readonly resolve: (connection: PostgresConnection) => void
  readonly reject: (error: unknown) => void
}

interface Opened {
  readonly socket: Socket
  readonly since: number
  /** The process on the server, once it is known. */
  pid: number | undefined
  /** When its use ended; it only has to be closed. */
  leavingSince: number | undefined
}

const idleMs = 10_000
const lookMs = 5000
/** PostgreSQL ends a login that takes longer (`authentication_timeout`). */
const loginMs = 60_000

/**
 * A pool that counts a connection until the server has closed it: PostgreSQL closes the socket when the session is over and its
 * place free. Hanging up is not enough. A session that stands still does not notice, and a new connection in its place is one more
 * on the server, until no place is left.
 */
export class Connections {
  readonly #options: ConnectionOptions
  readonly #all = new Map<PostgresConnection, Opened>()
  readonly #idle: { readonly connection: PostgresConnection; readonly timer: NodeJS.Timeout }[] = []
  readonly #waiting = new Set<Waiter>()
  #connecting = 0
  #leaving = 0
  /** When the server said that it has no room for more. */
  #fullAt = Number.NEGATIVE_INFINITY
  #nextLook: NodeJS.Timeout | undefined
  #looking: Socket | undefined
  #ended: PromiseWithResolvers<void> | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** How many wait for a connection. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** How many the server may have: in use, idle, being opened, or given up and not ended there yet. */
  get size(): number {
    return this.#all.size
  }

  /** The number of idle connections. */
  get idle(): number {
    return this.#idle.length
  }

  async take(): Promise<PostgresConnection> {
    if (this.#ended) throw new Error('the connections are closed')
    // The one that was used last, so that those too many grow old and are closed.
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      return idle.connection
    }
    const { promise, resolve, reject } = Promise.withResolvers<PostgresConnection>()
    const waiter = { resolve, reject }
    this.#waiting.add(waiter)
    const late = setTimeout(() => {
      reject(new Error('no connection in time'))
      this.#lookSoon()
    }, this.#options.waitMs)
    this.#openForWaiting()
    return promise.finally(() => {
      clearTimeout(late)
      this.#waiting.delete(waiter)
    })
  }

  /** Gives a connection back; one that `broke` is closed. */
  release(connection: PostgresConnection, broke = false): void {
    if (this.#all.get(connection)?.leavingSince !== undefined) return
    if (broke || this.#ended) this.close(connection)
    else if (!this.passOn(connection))
      this.#idle.push({ connection, timer: setTimeout(() => this.close(connection), idleMs) })
  }

  /** Gives a connection to the first waiting caller, if there is one. Earlier statements are answered first. */
  passOn(connection: PostgresConnection): boolean {
    const [waiter] = this.#waiting
    if (!waiter || this.#ended || this.#all.get(connection)?.leavingSince !== undefined) return false
    this.#waiting.delete(waiter)
    waiter.resolve(connection)
    return true
  }

  /** Waits a moment for what is in use; `unanswered` is called if the server has not answered by then. */
  async end(unanswered: () => void = () => {}): Promise<void> {
    if (this.#ended) return this.#ended.promise
    this.#ended = Promise.withResolvers()
    clearTimeout(this.#nextLook)
    this.#looking?.destroy()
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
    const others = this.#all.size > this.#connecting + this.#leaving
    if (others && performance.now() < this.#fullAt + 1000) return
    while (this.#waiting.size > this.#connecting && this.#all.size < this.#options.most && !this.#ended)
      void this.#open()
  }

  async #open(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#options.settings, pipeline: true, stream: () => socket })
    const connection = new PostgresConnection(client, this.#options.connection, () => this.close(connection))
    const opened: Opened = { socket, since: performance.now(), pid: undefined, leavingSince: undefined }
    this.#all.set(connection, opened)
    this.#connecting += 1
    // The query itself rejects; without a listener the event would end the process.
    client.on('error', () => this.#leave(connection))
    client.once('end', () => this.#over(connection))
    // If the server has not accepted the connection, nothing remains there. Any other connection may take its time,
    // and is used when it is there.
    const late = setTimeout(() => socket.connecting && socket.destroy(new Error('no answer')), this.#options.waitMs)
    try {
      await client.connect()
      opened.pid = await this.#options.prepare(connection)
      this.#connecting -= 1
      this.release(connection)
    } catch (error) {
      this.#connecting -= 1
      this.close(connection)
      this.#refused(error)
    } finally {
      clearTimeout(late)
    }
  }

  /** Tells one of those who wait. Where the server is full and there are other connections, those are waited for. */
  #refused(error: unknown): void {
    if (error instanceof pg.DatabaseError && error.code === '53300') {
      this.#fullAt = performance.now()
      if (this.#all.size > this.#leaving) return
    }
    const [waiter] = this.#waiting
    if (!waiter) return
    this.#waiting.delete(waiter)
    waiter.reject(error)
  }

  #leave(connection: PostgresConnection): void {
    const idle = this.#idle.findIndex((one) => one.connection === connection)
    if (idle >= 0) for (const { timer } of this.#idle.splice(idle, 1)) clearTimeout(timer)
    const opened = this.#all.get(connection)
    if (!opened || opened.leavingSince !== undefined) return
    opened.leavingSince = performance.now()
    this.#leaving += 1
    this.#lookSoon()
  }

  /** Says goodbye, after the answers that are still to come. It is over when the server has hung up too. */
  close(connection: PostgresConnection): void {
    this.#leave(connection)
    void connection.client.end().catch(() => {})
  }

  #over(connection: PostgresConnection): void {
    this.#leave(connection)
    if (this.#all.delete(connection)) this.#leaving -= 1
    if (this.#all.size === 0) this.#ended?.resolve()
    this.#openForWaiting()
  }

  #lookSoon(): void {
    if (!this.#ended) this.#nextLook ??= setTimeout(() => void this.#look(), lookMs).unref()
  }

  /**
   * Asks the server for those that should be gone: one that it does not know is over, although nothing was heard of it. A server
   * that was moved elsewhere, or was cut off for minutes, would say so late or never. The question is one connection more.
   */
  async #look(): Promise<void> {
    const now = performance.now()
    const gone = [...this.#all.values()].filter(({ pid, since, leavingSince }) =>
      pid === undefined ? since < now - loginMs : leavingSince !== undefined && leavingSince < now - lookMs,
    )
    const known = gone.length > 0 && (await this.#known(gone.flatMap(({ pid }) => pid ?? [])))
    if (known) for (const { socket, pid } of gone) if (pid === undefined || !known.has(pid)) socket.destroy()
    this.#nextLook = undefined
    if (this.#leaving + this.#connecting > 0) this.#lookSoon()
  }

  /** Which of these processes the server has; nothing where it cannot be asked. */
  async #known(pids: readonly number[]): Promise<ReadonlySet<number> | false> {
    const { settings, waitMs } = this.#options
    const socket = new Socket()
    this.#looking = socket
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
      socket.destroySoon() // a server that stands still does not hang up
    }
  }
}
