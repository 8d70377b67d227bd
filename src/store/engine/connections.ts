import { Socket } from 'node:net'
import pg from 'pg'

export interface ConnectionOptions {
  readonly settings: pg.ClientConfig
  /** Most connections that the server has of us at any moment. */
  readonly most: number
  /** How long to wait for one. */
  readonly waitMs: number
  /** Called with each new connection before anybody uses it; answers the process that serves it. */
  readonly prepare: (client: pg.Client) => Promise<number>
}

interface Waiter {
  readonly resolve: (client: pg.Client) => void
  readonly reject: (error: unknown) => void
}

interface Opened {
  readonly socket: Socket
  readonly since: number
  /** The process on the server, once it is known. */
  pid: number | undefined
  /** Since when nobody uses it any more, and it only has to end. */
  leavingSince: number | undefined
}

const idleMs = 10_000
const closingMs = 2000
const lookMs = 5000
/** PostgreSQL ends a login that takes longer (`authentication_timeout`). */
const loginMs = 60_000

/**
 * A pool that counts a connection until the server has closed it: PostgreSQL closes the socket when the session is over and its
 * place free. Hanging up is not enough. A session that stands still does not notice, and a new connection in its place is one more
 * on the server, until it has none left for anybody.
 */
export class Connections {
  readonly #options: ConnectionOptions
  readonly #all = new Map<pg.Client, Opened>()
  readonly #idle: { readonly client: pg.Client; readonly timer: NodeJS.Timeout }[] = []
  readonly #waiting = new Set<Waiter>()
  #connecting = 0
  #leaving = 0
  /** When the server said that it has no room for more. */
  #fullAt = Number.NEGATIVE_INFINITY
  #nextLook: NodeJS.Timeout | undefined
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

  /** How many nobody uses just now. */
  get idle(): number {
    return this.#idle.length
  }

  async take(): Promise<pg.Client> {
    if (this.#ended) throw new Error('the connections are closed')
    // The one that was used last, so that those too many grow old and are closed.
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      return idle.client
    }
    const { promise, resolve, reject } = Promise.withResolvers<pg.Client>()
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
  release(client: pg.Client, broke = false): void {
    if (this.#all.get(client)?.leavingSince !== undefined) return
    const [waiter] = this.#waiting
    if (broke || this.#ended) this.#close(client)
    else if (waiter) {
      this.#waiting.delete(waiter)
      waiter.resolve(client)
    } else {
      this.#idle.push({ client, timer: setTimeout(() => this.#close(client), idleMs) })
    }
  }

  /** Nobody waits for this answer any longer. When it comes after all, the connection is closed. */
  giveUp(client: pg.Client, answer: Promise<unknown>): void {
    this.#leave(client)
    void answer.catch(() => {}).then(() => this.#close(client))
  }

  /** Waits for what is in use, but not for a server that does not answer. */
  async end(): Promise<void> {
    if (!this.#ended) {
      this.#ended = Promise.withResolvers()
      clearTimeout(this.#nextLook)
      for (const { reject } of this.#waiting) reject(new Error('the connections are closed'))
      for (const { client } of [...this.#idle]) this.#close(client)
      for (const { socket, leavingSince, pid } of this.#all.values())
        if (leavingSince !== undefined || pid === undefined) setTimeout(() => socket.destroy(), closingMs).unref()
      if (this.#all.size === 0) this.#ended.resolve()
    }
    await this.#ended.promise
  }

  #openForWaiting(): void {
    const others = this.#all.size > this.#connecting + this.#leaving
    if (others && performance.now() < this.#fullAt + 1000) return
    while (this.#waiting.size > this.#connecting && this.#all.size < this.#options.most && !this.#ended)
      void this.#open()
  }

  async #open(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#options.settings, stream: () => socket })
    const opened: Opened = { socket, since: performance.now(), pid: undefined, leavingSince: undefined }
    this.#all.set(client, opened)
    this.#connecting += 1
    // Whoever waits for an answer is told by the query itself; without a listener it would end the process.
    client.on('error', () => this.#leave(client))
    client.once('end', () => this.#over(client))
    // Where nobody has taken the call yet there is nothing over there that could stay behind. Any other one may take its time,
    // and is used when it is there.
    const late = setTimeout(() => socket.connecting && socket.destroy(new Error('no answer')), this.#options.waitMs)
    try {
      await client.connect()
      opened.pid = await this.#options.prepare(client)
      this.#connecting -= 1
      this.release(client)
    } catch (error) {
      this.#connecting -= 1
      this.#close(client)
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

  #leave(client: pg.Client): void {
    const idle = this.#idle.findIndex((one) => one.client === client)
    if (idle >= 0) for (const { timer } of this.#idle.splice(idle, 1)) clearTimeout(timer)
    const opened = this.#all.get(client)
    if (!opened || opened.leavingSince !== undefined) return
    opened.leavingSince = performance.now()
    this.#leaving += 1
    this.#lookSoon()
  }

  /** Says goodbye; it is over when the server has hung up too. */
  #close(client: pg.Client): void {
    this.#leave(client)
    void client.end().catch(() => {})
    const socket = this.#all.get(client)?.socket
    if (this.#ended) setTimeout(() => socket?.destroy(), closingMs).unref()
  }

  #over(client: pg.Client): void {
    this.#leave(client)
    if (this.#all.delete(client)) this.#leaving -= 1
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
    const client = new pg.Client({
      ...settings,
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
    }
  }
}
