import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import pg from 'pg'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Clock } from '#kit/time.ts'
import { Connections } from './connections.ts'
import { postgres } from './dialects.ts'
import {
  type ChangeOptions,
  type Db,
  type Engine,
  type EngineFigures,
  type EngineOptions,
  type Observe,
  Unavailable,
} from './engine.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { isBroken, isCollision, isStale, rethrow } from './postgres-errors.ts'
import { PostgresReads } from './postgres-reads.ts'
import { discardDeferred, kyselyOver, type Run, runChecked, takeDeferred } from './query-runner.ts'
import { StatementGroups } from './statement-groups.ts'
import type { StorageFault } from './storage-faults.ts'

export interface PostgresOptions extends EngineOptions {
  readonly url: string
  readonly pool: number
  /** Prepares statements under names. Some poolers do not support it. */
  readonly prepared?: boolean
}

/** PostgreSQL over a connection pool. */
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
  /** The names of prepared statements by their text. Only `statement.ts` prepares any, so there are few. */
  readonly #names = new Map<string, string>()
  #named = 0

  #bytes: number | undefined
  #measuring: Promise<void> | undefined

  constructor(options: PostgresOptions) {
    const { url, pool, prepared = true, observe = () => {}, report = () => {} } = options
    const { timeLimitMs = 10_000, strict = false, clock } = options
    this.#report = report
    this.#observe = observe
    this.#strict = strict
    this.#clock = clock
    this.#connections = new Connections({
      most: pool,
      waitMs: Math.min(3000, timeLimitMs),
      connection: {
        nameOf: (text) => (prepared ? this.#nameOf(text) : undefined),
        limitMs: timeLimitMs + Math.ceil(timeLimitMs / 5),
      },
      settings: {
        connectionString: url,
        // The server cancels slow statements, so that none outlives its caller. If the server or the network hangs, the connection
        // is given up.
        statement_timeout: timeLimitMs,
        lock_timeout: Math.ceil(timeLimitMs / 2),
        // Releases the locks of a frozen node. Other nodes wait longer than this for a lock.
        idle_in_transaction_session_timeout: frozenMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        application_name: 'fettle',
        types: { getTypeParser },
      },
      prepare: async (connection) => {
        connection.client.on('notice', ({ routine }) => {
          // The text depends on the language of the server, so this checks the routine.
          if (routine === 'SyncRepWaitForLSN') connection.unconfirmed = true
        })
        const { rows } = await connection.ask(prepareSession)
        const [session] = rows as { pid: number }[] // the columns that it selects
        return session?.pid ?? 0
      },
    })
    this.#groups = new StatementGroups(this.#connections)
    this.#reads = new PostgresReads({
      runAlone: (...statement) => this.#groups.run((connection) => this.#run(connection, ...statement)),
      take: () => this.#take(),
      runOn: (connection, ...statement) => this.#run(connection, ...statement),
      end: (connection, error) => this.#end(connection, 'commit', isBroken(error)),
    })
    this.#readDb = kyselyOver('postgres', this.#reads.run, clock)
  }

  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { run } = this.#reads
    const strict = () => runChecked('postgres', run, work, { clock: this.#clock, mayPause: true })
    return this.#retried(() => this.#reads.read(this.#strict ? strict : () => work(this.#readDb)))
  }

  change<T>(work: (db: Db) => Promise<T>, { large = false }: ChangeOptions = {}): Promise<T> {
    return this.#retried(async () => {
      const connection = await this.#take()
      let passedOn = false
      try {
        if (large) await connection.beginLarge().catch(rethrow)
        else connection.begin('change')
        const { value, deferred } = await this.#work(connection, work, large)
        const committed = this.#commit(connection)
        // The next transaction may use the connection at once. Its statements are sent behind the commit.
        connection.send()
        passedOn = this.#connections.passOn(connection)
        await allSettledOrThrow([...deferred, committed])
        if (!passedOn) this.#connections.release(connection)
        return value
      } catch (error) {
        if (!passedOn) this.#end(connection, 'rollback', isBroken(error))
        else if (isBroken(error)) this.#connections.close(connection)
        throw error
      }
    })
  }

  /** PostgreSQL keeps dead rows until its vacuum runs; see docs/operating.md. */
  async scrub(): Promise<void> {}

  waiting(): number {
    return this.#connections.waiting + this.#groups.waiting
  }

  /** The number of connections that this pool may have on the server. */
  connections(): number {
    return this.#connections.size
  }

  /** The storage of PostgreSQL is monitored on its own server. */
  faults(): readonly StorageFault[] {
    return []
  }

  figures(): EngineFigures {
    const { size, idle } = this.#connections
    // Starts a measurement and returns the result of the previous one.
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined
    })
    return {
      damaged: false,
      bytes: this.#bytes,
      connections: { used: size - idle, idle, waiting: this.waiting() },
    }
  }

  /** PostgreSQL detects damage itself. */
  damage(): undefined {}

  async checkIntegrity(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections.end(() => this.#report(closedUnanswered))
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
    return this.#connections.take().catch(rethrow)
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
  ): Promise<{ value: T; deferred: Promise<unknown>[] }> {
    const run: Run = (query, prepared) => {
      if (!connection.inUse) throw new Error('a query ran after its transaction had ended: it was not awaited')
      return this.#run(connection, query, prepared)
    }
    connection.inUse = true
    try {
      if (this.#strict) {
        const value = await runChecked('postgres', run, work, { clock: this.#clock, mayPause })
        return { value, deferred: [] }
      }
      connection.db ??= kyselyOver('postgres', run, this.#clock)
      discardDeferred(connection.db) // of an earlier change that failed
      const value = await work(connection.db)
      return { value, deferred: takeDeferred(connection.db) }
    } finally {
      connection.inUse = false
    }
  }

  async #commit(connection: PostgresConnection): Promise<void> {
    const done = await connection.end('commit').catch(rethrow)
    if (connection.unconfirmed) throw new Unavailable('the standby did not confirm the commit')
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and without an error.
    if (done && done.command !== 'COMMIT') throw new Error('a change continued after one of its statements had failed')
  }

  /** Ends a transaction that changed nothing, without awaiting it. Statements of the next transaction are sent behind it. */
  #end(connection: PostgresConnection, how: 'commit' | 'rollback', broke: boolean): void {
    if (!broke) connection.end(how).catch(() => this.#connections.close(connection))
    this.#connections.release(connection, broke)
  }

  // Uses one `then` instead of `await`, because a change has about ten statements and every promise costs time.
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
        return rethrow(error)
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

const closedUnanswered =
  'closed although PostgreSQL has not answered: changes that were not acknowledged may be committed or not'

/** The longest time that a frozen node keeps its locks. */
const frozenMs = 3000
// The TCP limits end a session whose node has vanished or does not read its answers.
const prepareSession = `select pg_backend_pid() as pid, set_config('tcp_user_timeout', '${frozenMs}', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

// The driver returns bigint and numeric as text. Fettle has ids, instants and counts, all below 2^53.
const asNumber: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format)
}
