import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import pg from 'pg'
import type { Clock } from '#kit/time.ts'
import { Connections } from './connections.ts'
import { postgres } from './dialects.ts'
import { type ChangeOptions, type Db, type Engine, type Figures, type Observe, Unavailable } from './engine.ts'
import { checkedDb, kyselyOver, type Run } from './query-runner.ts'
import type { StorageFault } from './storage-faults.ts'

export interface PostgresOptions {
  readonly url: string
  readonly pool: number
  readonly observe?: Observe
  /** How long a statement may take before the server ends it, and somewhat later the connection is given up. */
  readonly patienceMs?: number
  /** Refuses changes that wait for anything but the database; tests run with it. */
  readonly strict?: boolean
  /** In place of the database's own clock, for tests. */
  readonly clock?: Clock | undefined
}

/** PostgreSQL through a pool. A connection that failed is closed; the next change gets a new one. */
export class PostgresEngine implements Engine {
  readonly kind = postgres
  readonly #connections: Connections
  readonly #readDb: Db
  readonly #observe: Observe
  readonly #strict: boolean
  readonly #clock: Clock | undefined
  readonly #giveUpMs: number
  readonly #lines = new WeakMap<pg.Client, Db>()
  /** Connections whose last commit was not confirmed by the standby, although PostgreSQL called it done. */
  readonly #unconfirmed = new WeakSet<pg.Client>()

  #bytes: number | undefined
  #measuring: Promise<void> | undefined

  constructor({ url, pool, observe = () => {}, patienceMs = 10_000, strict = false, clock }: PostgresOptions) {
    this.#observe = observe
    this.#strict = strict
    this.#clock = clock
    this.#giveUpMs = patienceMs + Math.ceil(patienceMs / 5)
    this.#connections = new Connections({
      most: pool,
      waitMs: Math.min(3000, patienceMs),
      settings: {
        connectionString: url,
        // The server ends what takes too long, so that nothing runs on there that nobody waits for. Only where it does not even do
        // that, because it or the network stands still, is the connection given up.
        statement_timeout: patienceMs,
        lock_timeout: Math.ceil(patienceMs / 2),
        // A node that was frozen in the middle of a change must not keep its locks from the others: they wait longer than this.
        idle_in_transaction_session_timeout: frozenMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        application_name: 'fettle',
        types: { getTypeParser },
      },
      prepare: async (client) => {
        client.on('notice', ({ routine }) => {
          // Known by the place it comes from: the server may speak any language.
          if (routine === 'SyncRepWaitForLSN') this.#unconfirmed.add(client)
        })
        const { rows } = await client.query<{ pid: number }>(askWhoServes)
        return rows[0]?.pid ?? 0
      },
    })
    const read: Run = async (query) => {
      const client = await this.#connections.take().catch(faulty)
      let broke = false
      try {
        return await this.#run(client, query)
      } catch (error) {
        broke = isBroken(error)
        throw error
      } finally {
        this.#connections.release(client, broke)
      }
    }
    this.#readDb = kyselyOver('postgres', read, clock)
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this.#readDb)
  }

  async change<T>(work: (db: Db) => Promise<T>, options: ChangeOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(work, options)
      } catch (error) {
        if (!isCollision(error)) throw error
        if (attempt === 5) throw new Unavailable(String(error), { cause: error })
      }
    }
  }

  /** PostgreSQL keeps dead rows until its own vacuum; docs/operating.md says so. */
  async scrub(): Promise<void> {}

  waiting(): number {
    return this.#connections.waiting
  }

  /** How many connections the server may have of this pool. */
  connections(): number {
    return this.#connections.size
  }

  /** PostgreSQL's storage is its own server's to look after. */
  faults(): readonly StorageFault[] {
    return []
  }

  figures(): Figures {
    const { size, idle, waiting } = this.#connections
    // As it was when somebody last looked: whoever looks does not wait for the server.
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined
    })
    return {
      damaged: false,
      bytes: this.#bytes,
      connections: { used: size - idle, idle, waiting },
    }
  }

  /** PostgreSQL looks after its own files, and whoever runs it after PostgreSQL. */
  damage(): undefined {}

  async checkIntegrity(): Promise<void> {}

  async probe(): Promise<void> {
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections.end()
  }

  async #measure(): Promise<void> {
    const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    const [found] = await this.read((db) => size.execute(db)).then(
      ({ rows }) => rows,
      () => [],
    )
    this.#bytes = found?.bytes
  }

  async #transact<T>(work: (db: Db) => Promise<T>, options: ChangeOptions): Promise<T> {
    const client = await this.#connections.take().catch(faulty)
    let broke = false
    try {
      await this.#ask(client, { text: options.patient ? beginPatiently : 'begin' })
      const value = await this.#work(client, work, options)
      await this.#commit(client)
      return value
    } catch (error) {
      broke = isBroken(error)
      if (!broke) await this.#ask(client, { text: 'rollback' }).catch(() => (broke = true))
      throw error
    } finally {
      this.#connections.release(client, broke)
    }
  }

  async #work<T>(client: pg.Client, work: (db: Db) => Promise<T>, { patient }: ChangeOptions): Promise<T> {
    if (patient) return work(kyselyOver('postgres', (query) => this.#run(client, query, longest), this.#clock))
    const run: Run = (query) => this.#run(client, query)
    if (this.#strict) {
      const { db, end } = checkedDb('postgres', run, this.#clock)
      return work(db).finally(end)
    }
    let line = this.#lines.get(client)
    if (!line) {
      line = kyselyOver('postgres', run, this.#clock)
      this.#lines.set(client, line)
    }
    return work(line)
  }

  async #commit(client: pg.Client): Promise<void> {
    const { command } = await this.#ask(client, { text: 'commit' })
    if (this.#unconfirmed.has(client)) throw new Unavailable('the standby did not confirm the commit')
    // PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success.
    if (command !== 'COMMIT') throw new Error('a change went on after one of its statements had failed')
  }

  async #run(client: pg.Client, query: CompiledQuery, patienceMs?: number): Promise<QueryResult<unknown>> {
    const began = performance.now()
    try {
      const { sql: text, parameters } = query
      const { rows, rowCount } = await this.#ask(client, { text, values: [...parameters] }, patienceMs)
      return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
    } finally {
      this.#observe((performance.now() - began) / 1000)
    }
  }

  /** One statement. Where no answer comes in time the connection is given up, and keeps its place until the server has ended it. */
  async #ask(client: pg.Client, query: pg.QueryConfig, patienceMs = this.#giveUpMs): Promise<pg.QueryResult> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const answer = client.query(query)
    const timer = setTimeout(() => {
      this.#connections.giveUp(client, answer)
      reject(new Error('no answer in time'))
    }, patienceMs)
    try {
      return await Promise.race([answer, late]).catch(faulty)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** How long others wait at most for a node that stands still in the middle of a change. */
const frozenMs = 3000
// A session whose node has vanished, or does not take what it asked for, is ended. The node would never say so.
const askWhoServes = `select pg_backend_pid() as pid, set_config('tcp_user_timeout', '${frozenMs}', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`
/** A step of the schema and a move take as long as they take, and wait for whoever is before them. */
const beginPatiently = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = '10s'`
// More than a timer can count would be no time at all.
const longest = 2 ** 31 - 1

// bigint and numeric come as text; ours are ids, instants and counts, all below 2^53.
const asNumber: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format)
}

/** Serialization failures and deadlocks: nothing is wrong, the same work may simply run again. */
function isCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Whether the connection is no good any more, and not only the statement. */
function isBroken(error: unknown): boolean {
  return error instanceof Unavailable && !isTimeout(error.cause)
}

/** The server has ended a statement that took too long, or waited too long for a lock. The connection is as good as before. */
function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03')
}

// Connection exceptions, no access, no such database, resources, shutdowns, system errors, time limits, and a primary that
// has become a read-only standby.
const lost = /^(08|28|3D|53|57|58|25P03|25006|55P03)/

/** What the driver threw. The server's own errors tell by their code; anything else is a connection that did not hold. */
function faulty(error: unknown): never {
  const fault = error instanceof pg.DatabaseError ? lost.test(error.code ?? '') : !(error instanceof TypeError)
  throw fault ? new Unavailable(String(error), { cause: error }) : error
}
