import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import pg from 'pg'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Clock } from '#kit/time.ts'
import { Connections } from './connections.ts'
import { postgres } from './dialects.ts'
import { type ChangeOptions, type Db, type Engine, type EngineFigures, type Observe, Unavailable } from './engine.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { faulty, isBroken, isCollision, isStale } from './postgres-errors.ts'
import { PostgresReads } from './postgres-reads.ts'
import { forgetUnanswered, kyselyOver, type Run, runWatched, takeUnanswered } from './query-runner.ts'
import { StatementGroups } from './statement-groups.ts'
import type { StorageFault } from './storage-faults.ts'

export interface PostgresOptions {
  readonly url: string
  readonly pool: number
  /** Whether statements are prepared under a name, which not every pooler keeps. */
  readonly prepared?: boolean
  readonly observe?: Observe
  /** Receives faults that do not stop the service. */
  readonly report?: (text: string) => void
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
  readonly #groups: StatementGroups
  readonly #reads: PostgresReads
  readonly #readDb: Db
  readonly #observe: Observe
  readonly #report: (text: string) => void
  readonly #strict: boolean
  readonly #clock: Clock | undefined
  /** The names of prepared statements by their text. They are few: only what is compiled once has one. */
  readonly #names = new Map<string, string>()
  #named = 0

  #bytes: number | undefined
  #measuring: Promise<void> | undefined

  constructor(options: PostgresOptions) {
    const { url, pool, prepared = true, observe = () => {}, patienceMs = 10_000, strict = false, clock } = options
    this.#report = options.report ?? (() => {})
    this.#observe = observe
    this.#strict = strict
    this.#clock = clock
    this.#connections = new Connections({
      most: pool,
      waitMs: Math.min(3000, patienceMs),
      connection: {
        nameOf: (text) => (prepared ? this.#nameOf(text) : undefined),
        limitMs: patienceMs + Math.ceil(patienceMs / 5),
      },
      settings: {
        connectionString: url,
        // The server ends slow statements, so that nothing runs there after its caller has left. Only where it does not even do
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
      prepare: async (connection) => {
        connection.client.on('notice', ({ routine }) => {
          // Known by the place it comes from: the server may speak any language.
          if (routine === 'SyncRepWaitForLSN') connection.unconfirmed = true
        })
        const { rows } = await connection.ask(askWhoServes)
        const [served] = rows as { pid: number }[] // what it selects
        return served?.pid ?? 0
      },
    })
    this.#groups = new StatementGroups(this.#connections)
    this.#reads = new PostgresReads({
      alone: (...statement) => this.#groups.run((connection) => this.#run(connection, ...statement)),
      take: () => this.#take(),
      on: (connection, ...statement) => this.#run(connection, ...statement),
      end: (connection, error) => this.#end(connection, 'commit', isBroken(error)),
    })
    this.#readDb = kyselyOver('postgres', this.#reads.run, clock)
  }

  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { run } = this.#reads
    const strict = () => runWatched('postgres', run, work, { clock: this.#clock, mayPause: true })
    return this.#retried(() => this.#reads.read(this.#strict ? strict : () => work(this.#readDb)))
  }

  change<T>(work: (db: Db) => Promise<T>, { patient = false }: ChangeOptions = {}): Promise<T> {
    return this.#retried(async () => {
      const connection = await this.#take()
      let passedOn = false
      try {
        if (patient) await connection.beginPatiently().catch(faulty)
        else connection.begin('change')
        const { value, unanswered } = await this.#work(connection, work, patient)
        const committed = this.#commit(connection)
        // The next user of the connection continues behind the commit, without waiting for its answer.
        connection.send()
        passedOn = this.#connections.passOn(connection)
        await allSettledOrThrow([...unanswered, committed])
        if (!passedOn) this.#connections.release(connection)
        return value
      } catch (error) {
        if (!passedOn) this.#end(connection, 'rollback', isBroken(error))
        else if (isBroken(error)) this.#connections.close(connection)
        throw error
      }
    })
  }

  /** PostgreSQL keeps dead rows until its own vacuum; docs/operating.md says so. */
  async scrub(): Promise<void> {}

  waiting(): number {
    return this.#connections.waiting + this.#groups.waiting
  }

  /** How many connections the server may have of this pool. */
  connections(): number {
    return this.#connections.size
  }

  /** PostgreSQL's storage is its own server's to look after. */
  faults(): readonly StorageFault[] {
    return []
  }

  figures(): EngineFigures {
    const { size, idle } = this.#connections
    // The value of the last look: callers do not wait for the server.
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined
    })
    return {
      damaged: false,
      bytes: this.#bytes,
      connections: { used: size - idle, idle, waiting: this.waiting() },
    }
  }

  /** PostgreSQL checks its own files, and its operator checks PostgreSQL. */
  damage(): undefined {}

  async checkIntegrity(): Promise<void> {}

  async probe(): Promise<void> {
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections.end(() => this.#report(unanswered))
  }

  async #measure(): Promise<void> {
    const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    const [found] = await this.read((db) => size.execute(db)).then(
      ({ rows }) => rows,
      () => [],
    )
    this.#bytes = found?.bytes
  }

  #take(): Promise<PostgresConnection> {
    return this.#connections.take().catch(faulty)
  }

  async #retried<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (isStale(error)) this.#names.clear()
        else if (!isCollision(error)) throw error
        if (tries === 5) throw new Unavailable(String(error), { cause: error })
      }
    }
  }

  async #work<T>(
    connection: PostgresConnection,
    work: (db: Db) => Promise<T>,
    mayPause = false,
  ): Promise<{ value: T; unanswered: Promise<unknown>[] }> {
    const run: Run = (query, prepared) => {
      if (!connection.inUse) throw new Error('a query came when its transaction was over: it was not awaited')
      return this.#run(connection, query, prepared)
    }
    connection.inUse = true
    try {
      if (this.#strict) {
        const value = await runWatched('postgres', run, work, { clock: this.#clock, mayPause })
        return { value, unanswered: [] }
      }
      connection.db ??= kyselyOver('postgres', run, this.#clock)
      forgetUnanswered(connection.db) // of a change that failed
      const value = await work(connection.db)
      return { value, unanswered: takeUnanswered(connection.db) }
    } finally {
      connection.inUse = false
    }
  }

  async #commit(connection: PostgresConnection): Promise<void> {
    const done = await connection.end('commit').catch(faulty)
    if (connection.unconfirmed) throw new Unavailable('the standby did not confirm the commit')
    // PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success.
    if (done && done.command !== 'COMMIT') throw new Error('a change went on after one of its statements had failed')
  }

  /** Ends a transaction that changes nothing. It is not waited for: what the next one asks goes out with it, and comes after it. */
  #end(connection: PostgresConnection, how: 'commit' | 'rollback', broke: boolean): void {
    if (!broke) connection.end(how).catch(() => this.#connections.close(connection))
    this.#connections.release(connection, broke)
  }

  // Without `await`, and in one step after the answer: there are ten statements to a change, and each promise costs.
  #run(connection: PostgresConnection, query: CompiledQuery, prepared = false): Promise<QueryResult<unknown>> {
    const began = performance.now()
    const observe = () => this.#observe((performance.now() - began) / 1000)
    return connection.ask(query.sql, query.parameters, prepared).then(
      ({ rows, rowCount }) => {
        observe()
        return { rows: rows as unknown[], ...(rowCount === undefined ? {} : { numAffectedRows: BigInt(rowCount) }) }
      },
      (error) => {
        observe()
        return faulty(error)
      },
    )
  }

  #nameOf(text: string): string {
    let name = this.#names.get(text)
    if (!name) {
      this.#named += 1
      name = `f${this.#named}`
      this.#names.set(text, name)
    }
    return name
  }
}

const unanswered =
  'closed although PostgreSQL has not answered: what was under way and not acknowledged may be done or not'

/** How long others wait at most for a node that stands still in the middle of a change. */
const frozenMs = 3000
// A session whose node has vanished, or does not take what it asked for, is ended. The node would never say so.
const askWhoServes = `select pg_backend_pid() as pid, set_config('tcp_user_timeout', '${frozenMs}', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

// bigint and numeric come as text; ours are ids, instants and counts, all below 2^53.
const asNumber: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format)
}
