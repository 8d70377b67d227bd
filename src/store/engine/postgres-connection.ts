import pg from 'pg'
import type { Db } from './engine.ts'

/** What opens a transaction, by the name under which each connection has it prepared. */
const beginnings = { change: 'begin', read: 'begin isolation level repeatable read, read only' } as const
type Beginning = keyof typeof beginnings

/** A step of the schema and a move take as long as they take, and wait for whoever is before them. */
const beginPatiently = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = '10s'`

export interface PostgresConnectionOptions {
  /** How long the server may take for one statement. */
  readonly limitMs: number
  /** Whether statements have names, under which the server keeps them. */
  readonly prepared: boolean
}

/** What the driver's queries have beyond what their types tell. */
type Query = pg.Query & { name: string | undefined; queryMode: 'extended' }

/**
 * One connection. Statements go out as they come, without waiting for the answers to those before (the driver's pipeline), and those
 * of one turn in one write. The server executes them one after another.
 */
export class PostgresConnection {
  readonly client: pg.Client
  /** Kysely over this connection, made once. */
  db: Db | undefined
  /** Whether a read or a change is under way. */
  inUse = false
  /** The last commit was not confirmed by the standby, although PostgreSQL called it done. */
  unconfirmed = false
  readonly #options: PostgresConnectionOptions
  readonly #giveUp: () => void
  readonly #waiting = new Set<(error: Error) => void>()
  /** What goes out with the next statement. */
  #begin: Beginning | undefined
  /** The first error of this transaction is the reason for all others. */
  #transaction: { failure?: Error } = {}
  #limitMs: number
  /** Since when the server has been at the oldest statement without an answer. */
  #since = 0
  #watch: NodeJS.Timeout | undefined
  #gathering = false

  /** `giveUp` is called when no answer came in time, and no other is waited for. */
  constructor(client: pg.Client, options: PostgresConnectionOptions, giveUp: () => void) {
    this.client = client
    this.#options = options
    this.#giveUp = giveUp
    this.#limitMs = options.limitMs
  }

  /** Has the server prepare what opens transactions. */
  async prepare(): Promise<void> {
    if (!this.#options.prepared) return
    for (const [name, text] of Object.entries(beginnings))
      await Promise.all([this.ask(text, [], name), this.ask('rollback')])
  }

  /** The transaction opens with its first statement, which the server does not execute if it could not open it. */
  begin(beginning: Beginning): void {
    this.#begin = beginning
    this.#transaction = {}
  }

  async beginPatiently(): Promise<void> {
    this.#transaction = {}
    this.#limitMs = Number.POSITIVE_INFINITY
    await this.ask(beginPatiently)
  }

  /** Ends the transaction; without an answer where none was opened, because nothing was asked. */
  async end(how: 'commit' | 'rollback'): Promise<pg.QueryResult | undefined> {
    this.#limitMs = this.#options.limitMs
    if (!this.#begin) return this.ask(how)
    this.#begin = undefined
    return undefined
  }

  ask(text: string, values: readonly unknown[] = [], name?: string): Promise<pg.QueryResult> {
    const transaction = this.#transaction
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, result: pg.QueryResult | readonly pg.QueryResult[]) => {
        if (!this.#waiting.delete(reject)) return
        this.#since = performance.now()
        if (error) reject(reasonOf(error, transaction))
        // A statement that opened a transaction has the answer to that before its own.
        else resolve(Array.isArray(result) ? result.at(-1) : result)
      }
      // The driver changes no values, and calls back with what its types do not tell.
      const query = new pg.Query(text, values as unknown[], answer as never) as Query
      query.name = name
      const begin = this.#begin
      this.#begin = undefined
      if (begin) query.queryMode = 'extended'
      const { submit } = query
      query.submit = (wire) => {
        this.#gather(wire)
        if (begin) this.#sendBegin(wire, begin)
        return submit.call(query, wire)
      }
      if (this.#waiting.size === 0) this.#since = performance.now()
      this.#waiting.add(reject)
      this.#watchFor(this.#options.limitMs)
      this.client.query(query)
    })
  }

  /** All that is sent in this turn leaves in one write. */
  #gather({ stream }: pg.Connection): void {
    if (this.#gathering) return
    this.#gathering = true
    stream.cork()
    process.nextTick(() => {
      this.#gathering = false
      stream.uncork()
    })
  }

  #sendBegin(wire: pg.Connection, begin: Beginning): void {
    const { prepared } = this.#options
    if (!prepared) wire.parse({ name: '', text: beginnings[begin], types: [] }, true)
    wire.bind({ statement: prepared ? begin : '' }, true)
    wire.execute({}, true)
  }

  // One timer for all statements: making one for each costs more than a look now and then.
  #watchFor(ms: number): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined
      if (this.#waiting.size === 0) return
      const left = this.#since + this.#limitMs - performance.now()
      if (left > 0) return this.#watchFor(Math.min(left, this.#options.limitMs))
      this.#giveUp()
      for (const reject of this.#waiting) reject(new Error('no answer in time'))
      this.#waiting.clear()
    }, ms).unref()
  }
}

/** After a failed statement PostgreSQL refuses all others of the transaction; what they fail for is the first. */
function reasonOf(error: Error, transaction: { failure?: Error }): Error {
  const isConsequence = error instanceof pg.DatabaseError && error.code === '25P02'
  if (isConsequence && transaction.failure) return transaction.failure
  transaction.failure ??= error
  return error
}
