import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { type Db, type Engine, type Observe, Unavailable } from './engine.ts'
import { postgres } from './kinds.ts'
import { lineTo } from './line.ts'

export interface PostgresOptions {
  readonly url: string
  readonly pool: number
  readonly observe?: Observe
}

const patienceMs = { connect: 3000, answer: 10_000 }

/** PostgreSQL through a pool. A connection that failed is thrown away; the next change gets a new one. */
export class PostgresEngine implements Engine {
  readonly kind = postgres
  readonly #pool: pg.Pool
  readonly #readDb: Db
  readonly #observe: Observe
  readonly #lines = new WeakMap<pg.PoolClient, Db>()
  /** Connections whose last commit was not confirmed by the standby, although PostgreSQL called it done. */
  readonly #unconfirmed = new WeakSet<pg.PoolClient>()

  constructor({ url, pool, observe = () => {} }: PostgresOptions) {
    this.#observe = observe
    this.#pool = new pg.Pool({
      connectionString: url,
      max: pool,
      connectionTimeoutMillis: patienceMs.connect,
      query_timeout: patienceMs.answer,
      keepAlive: true,
      application_name: 'fettle',
      types: { getTypeParser },
    })
    // An idle connection that breaks is already out of the pool; without a listener it would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client: pg.PoolClient) => {
      client.on('notice', (notice) => {
        if (notice.message?.includes('synchronous replication')) this.#unconfirmed.add(client)
      })
    })
    this.#readDb = lineTo('postgres', (query) => this.#run(this.#pool, query))
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await work(this.#readDb)
    } catch (error) {
      throw translated(error)
    }
  }

  async change<T>(work: (db: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(work)
      } catch (error) {
        if (attempt === 5 || !isCollision(error)) throw translated(error)
      }
    }
  }

  /** PostgreSQL keeps dead rows until its own vacuum; docs/operating.md says so. */
  async scrub(): Promise<void> {}

  waiting(): number {
    return this.#pool.waitingCount
  }

  async probe(): Promise<void> {
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end()
  }

  async #transact<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const value = await work(this.#lineTo(client))
      await client.query('commit')
      if (this.#unconfirmed.has(client)) throw new Unavailable('the standby did not confirm the commit')
      return value
    } catch (error) {
      if (isLost(error))
        broken = error as Error // isLost looks at Errors alone
      else await client.query('rollback').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      client.release(broken)
    }
  }

  #lineTo(client: pg.PoolClient): Db {
    let line = this.#lines.get(client)
    if (!line) {
      line = lineTo('postgres', (query) => this.#run(client, query))
      this.#lines.set(client, line)
    }
    return line
  }

  async #run(on: pg.Pool | pg.PoolClient, { sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    const began = performance.now()
    try {
      const { rows, rowCount } = await on.query<Record<string, unknown>>(sql, [...parameters])
      return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
    } finally {
      this.#observe((performance.now() - began) / 1000)
    }
  }
}

// bigint and numeric come as text; ours are ids, instants and counts, all below 2^53.
const asNumber: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return asNumber.has(oid) ? Number : pg.types.getTypeParser(oid, format)
}

function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

/** Serialization failures and deadlocks: nothing is wrong, the same work may simply run again. */
function isCollision(error: unknown): boolean {
  return sqlState(error) === '40001' || sqlState(error) === '40P01'
}

/** The connection is gone, hangs, or leads to a server that cannot write. */
function isLost(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  const state = sqlState(error)
  // connection exceptions, resources, shutdowns, and a primary that has become a read-only standby
  if (/^(08|53|57P|58)/.test(state) || state === '25006') return true
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code) ||
    /timeout|terminated|Connection|not queryable/.test(error.message)
  )
}

function translated(error: unknown): unknown {
  return !(error instanceof Unavailable) && isLost(error) ? new Unavailable(String(error), { cause: error }) : error
}
