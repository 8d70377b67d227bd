import type { QueryResult } from 'kysely'
import pg from 'pg'
import { type Db, type Engine, type Manner, type Observe, Unavailable } from './engine.ts'
import { postgres } from './kinds.ts'
import { lineTo, type Run, watched } from './line.ts'
import type { StorageFault } from './storage-faults.ts'

export interface PostgresOptions {
  readonly url: string
  readonly pool: number
  readonly observe?: Observe
  /** How long a statement may take before the server ends it, and somewhat later the connection counts as lost. */
  readonly patienceMs?: number
  /** Refuses changes that wait for anything but the database; tests run with it. */
  readonly strict?: boolean
}

/** PostgreSQL through a pool. A connection that failed is thrown away; the next change gets a new one. */
export class PostgresEngine implements Engine {
  readonly kind = postgres
  readonly #pool: pg.Pool
  readonly #readDb: Db
  readonly #observe: Observe
  readonly #strict: boolean
  readonly #lines = new WeakMap<pg.PoolClient, Db>()
  /** Connections whose last commit was not confirmed by the standby, although PostgreSQL called it done. */
  readonly #unconfirmed = new WeakSet<pg.PoolClient>()

  constructor({ url, pool, observe = () => {}, patienceMs = 10_000, strict = false }: PostgresOptions) {
    this.#observe = observe
    this.#strict = strict
    this.#pool = new pg.Pool({
      connectionString: url,
      max: pool,
      connectionTimeoutMillis: Math.min(3000, patienceMs),
      // The server ends what takes too long, so that nothing runs on there that nobody waits for. Only where it does not even do
      // that, because it or the network stands still, is the connection given up.
      statement_timeout: patienceMs,
      lock_timeout: Math.ceil(patienceMs / 2),
      query_timeout: patienceMs + Math.ceil(patienceMs / 5),
      // A node that was frozen in the middle of a change must not keep its locks from the others.
      idle_in_transaction_session_timeout: patienceMs,
      keepAlive: true,
      application_name: 'fettle',
      types: { getTypeParser },
    })
    // An idle connection that breaks is already out of the pool; without a listener it would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client: pg.PoolClient) => {
      // The same for one in use: whoever waits for its answer is told by the query itself.
      client.on('error', () => {})
      client.on('notice', ({ routine }) => {
        // Known by the place it comes from: the server may speak any language.
        if (routine === 'SyncRepWaitForLSN') this.#unconfirmed.add(client)
      })
    })
    this.#readDb = lineTo('postgres', this.#runOn(this.#pool))
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this.#readDb)
  }

  async change<T>(work: (db: Db) => Promise<T>, manner: Manner = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(work, manner)
      } catch (error) {
        if (!isCollision(error)) throw error
        if (attempt === 5) throw new Unavailable(String(error), { cause: error })
      }
    }
  }

  /** PostgreSQL keeps dead rows until its own vacuum; docs/operating.md says so. */
  async scrub(): Promise<void> {}

  waiting(): number {
    return this.#pool.waitingCount
  }

  /** PostgreSQL's storage is its own server's to look after. */
  faults(): readonly StorageFault[] {
    return []
  }

  async probe(): Promise<void> {
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #transact<T>(work: (db: Db) => Promise<T>, manner: Manner): Promise<T> {
    const client = await this.#pool.connect().catch(faulty)
    let broken: Error | undefined
    try {
      await client.query(manner.patient ? beginPatiently : 'begin').catch(faulty)
      const value = await this.#work(client, work, manner)
      await this.#commit(client)
      return value
    } catch (error) {
      if (error instanceof Unavailable && !isTimeout(error.cause)) broken = error
      else await client.query('rollback').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #work<T>(client: pg.PoolClient, work: (db: Db) => Promise<T>, { patient }: Manner): Promise<T> {
    if (patient) return work(lineTo('postgres', this.#runOn(client, longest)))
    if (this.#strict) {
      const { db, end } = watched('postgres', this.#runOn(client))
      return work(db).finally(end)
    }
    let line = this.#lines.get(client)
    if (!line) {
      line = lineTo('postgres', this.#runOn(client))
      this.#lines.set(client, line)
    }
    return work(line)
  }

  async #commit(client: pg.PoolClient): Promise<void> {
    const { command } = await client.query('commit').catch(faulty)
    if (this.#unconfirmed.has(client)) throw new Unavailable('the standby did not confirm the commit')
    // PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success.
    if (command !== 'COMMIT') throw new Error('a change went on after one of its statements had failed')
  }

  #runOn(on: pg.Pool | pg.PoolClient, patienceMs?: number): Run {
    return async ({ sql, parameters }): Promise<QueryResult<unknown>> => {
      const began = performance.now()
      try {
        const query: Timed = { text: sql, values: [...parameters], query_timeout: patienceMs }
        const { rows, rowCount } = await on.query<Record<string, unknown>>(query).catch(faulty)
        return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
      } finally {
        this.#observe((performance.now() - began) / 1000)
      }
    }
  }
}

/** The driver's types do not know that a statement may have a time limit of its own. */
type Timed = pg.QueryConfig & { readonly query_timeout: number | undefined }
/** A step of the schema and a move take as long as they take, and wait for whoever is before them. */
const beginPatiently = 'begin; set local statement_timeout = 0; set local lock_timeout = 0'
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
