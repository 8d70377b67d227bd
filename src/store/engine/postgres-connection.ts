import pg from 'pg'
import { Collision, type Db } from './engine.ts'
import { type Answer, type PreparedStatement, type Statement, StatementBatch, wireValue } from './statement-batch.ts'

/** What opens a transaction. */
const beginnings = { change: 'begin', read: 'begin isolation level repeatable read, read only' } as const

/** A migration step and a move have no time limit, and wait for locks. */
const beginPatiently = [
  'begin',
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  "set local idle_in_transaction_session_timeout = '10s'",
]

interface Transaction {
  failure?: Error
}

export interface PostgresConnectionOptions {
  /** How long the server may take for one statement. */
  readonly limitMs: number
  /** The name under which the server keeps a statement, where it keeps any. */
  readonly nameOf: (text: string) => string | undefined
}

/**
 * One connection. What is asked in one turn of the event loop goes out together, without waiting for the answers to what is under way. The
 * server executes it one after another.
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
  readonly #prepared = new Map<string, PreparedStatement>()
  /** What goes out at the end of this turn. */
  #gathered: Statement[] = []
  /** What goes out with the next statement. */
  #begin: keyof typeof beginnings | undefined
  /** The first error of this transaction is the reason for all others. */
  #transaction: Transaction | undefined
  #limitMs: number
  readonly #unanswered = new Set<(error: Error) => void>()
  /** Since when the server has been at the oldest statement without an answer. */
  #since = 0
  #watch: NodeJS.Timeout | undefined

  /** `giveUp` is called when no answer came in time, and no other is waited for. */
  constructor(client: pg.Client, options: PostgresConnectionOptions, giveUp: () => void) {
    this.client = client
    this.#options = options
    this.#giveUp = giveUp
    this.#limitMs = options.limitMs
  }

  /** The transaction opens with its first statement, which the server does not execute if it could not open it. */
  begin(beginning: keyof typeof beginnings): void {
    this.#begin = beginning
    this.#transaction = {}
  }

  async beginPatiently(): Promise<void> {
    this.#transaction = {}
    this.#limitMs = Number.POSITIVE_INFINITY
    await Promise.all(beginPatiently.map((text) => this.ask(text)))
  }

  /** Ends the transaction; without an answer where none was opened, because nothing was asked. */
  async end(how: 'commit' | 'rollback'): Promise<Answer | undefined> {
    this.#limitMs = this.#options.limitMs
    const wasOpened = this.#begin === undefined
    this.#begin = undefined
    const answer = wasOpened ? this.ask(how, [], true) : undefined
    this.#transaction = undefined
    return answer
  }

  /** Sends what was asked in this turn, so that it does not share its fate with what is asked later. */
  send(): void {
    if (this.#gathered.length === 0) return
    const statements = this.#gathered
    this.#gathered = []
    this.client.query(new StatementBatch(this.client, this.#prepared, statements))
  }

  /** One that is `prepared` comes again with the same text. */
  ask(text: string, values: readonly unknown[] = [], prepared = false): Promise<Answer> {
    const begin = this.#begin
    if (begin) {
      this.#begin = undefined
      // If it fails, so does the statement behind it.
      this.ask(beginnings[begin], [], true).catch(() => {})
    }
    const transaction = this.#transaction ?? {}
    return new Promise((resolve, reject) => {
      this.#gather({
        text,
        values: values.map(wireValue),
        name: prepared ? this.#options.nameOf(text) : undefined,
        resolve: (answer) => {
          if (this.#answered(reject)) resolve(answer)
        },
        transaction,
        reject: (error, failed) => {
          if (this.#answered(reject)) reject(this.#reasonOf(error, transaction, failed))
        },
      })
      if (this.#unanswered.size === 0) this.#since = performance.now()
      this.#unanswered.add(reject)
      this.#watchFor(this.#options.limitMs)
    })
  }

  #gather(statement: Statement): void {
    this.#gathered.push(statement)
    if (this.#gathered.length > 1) return
    process.nextTick(() => this.send())
  }

  /** `false` if no caller waits for the answer any more. */
  #answered(reject: (error: Error) => void): boolean {
    this.#since = performance.now()
    return this.#unanswered.delete(reject)
  }

  // One timer for all statements: making one for each costs more than a look now and then.
  #watchFor(ms: number): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined
      if (this.#unanswered.size === 0) return
      const left = this.#since + this.#limitMs - performance.now()
      if (left > 0) return this.#watchFor(Math.min(left, this.#options.limitMs))
      this.#giveUp()
      for (const reject of this.#unanswered) reject(new Error('no answer in time'))
      this.#unanswered.clear()
    }, ms).unref()
  }

  /** After a failed statement PostgreSQL refuses all others of the transaction; what they fail for is the first. */
  #reasonOf(error: Error, transaction: Transaction, failed: Statement): Error {
    if (!(error instanceof pg.DatabaseError)) return error
    if (failed.transaction !== transaction) return new Collision('a statement of somebody else failed before it')
    if (error.code === '25P02' && !transaction.failure) {
      // A statement sent with the previous user's commit failed, so the server skipped that commit.
      transaction.failure = new Collision('the transaction of somebody else was still open')
      this.ask('rollback').catch(() => {})
    }
    transaction.failure ??= error
    return transaction.failure
  }
}
