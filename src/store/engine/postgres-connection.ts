import pg from 'pg'
import { Collision, type Db } from './engine.ts'
import { type Answer, type PreparedStatement, type Statement, StatementBatch, wireValue } from './statement-batch.ts'

const beginnings = { change: 'begin', read: 'begin isolation level repeatable read, read only' } as const

/** Migrations and the move have no time limit, and wait for locks. */
const beginLarge = [
  'begin',
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  "set local idle_in_transaction_session_timeout = '10s'",
]

interface Transaction {
  failure?: Error
}

export interface PostgresConnectionOptions {
  /** The time limit for the server's answer to one statement. */
  readonly limitMs: number
  /** The name under which to prepare a statement, or undefined to leave it unprepared. */
  readonly nameOf: (text: string) => string | undefined
}

/** One connection. It sends the statements of one tick in one message, without waiting for earlier answers (pipelining). */
export class PostgresConnection {
  readonly client: pg.Client
  db: Db | undefined
  /** True while a change runs its work. */
  inUse = false
  /** The standby did not confirm the last commit, although PostgreSQL reported success. */
  unconfirmed = false
  readonly #options: PostgresConnectionOptions
  readonly #giveUp: () => void
  readonly #prepared = new Map<string, PreparedStatement>()
  /** Sent at the end of this tick. */
  #queued: Statement[] = []
  /** Sent with the next statement. */
  #begin: keyof typeof beginnings | undefined
  /** Holds the first error of the transaction, which causes all later ones. */
  #transaction: Transaction | undefined
  #limitMs: number
  readonly #unanswered = new Set<(error: Error) => void>()
  /** When the server began the oldest unanswered statement. */
  #since = 0
  #watch: NodeJS.Timeout | undefined

  /** `giveUp` is called when an answer takes too long. */
  constructor(client: pg.Client, options: PostgresConnectionOptions, giveUp: () => void) {
    this.client = client
    this.#options = options
    this.#giveUp = giveUp
    this.#limitMs = options.limitMs
  }

  /** Sends BEGIN in the message of the first statement. If BEGIN fails, the server skips that statement. */
  begin(beginning: keyof typeof beginnings): void {
    this.#begin = beginning
    this.#transaction = {}
  }

  async beginLarge(): Promise<void> {
    this.#transaction = {}
    this.#limitMs = Number.POSITIVE_INFINITY
    await Promise.all(beginLarge.map((text) => this.ask(text)))
  }

  /** Ends the transaction. Resolves to undefined if BEGIN was never sent, because there was no statement. */
  async end(how: 'commit' | 'rollback'): Promise<Answer | undefined> {
    this.#limitMs = this.#options.limitMs
    const wasOpened = this.#begin === undefined
    this.#begin = undefined
    const answer = wasOpened ? this.ask(how, [], true) : undefined
    this.#transaction = undefined
    return answer
  }

  /** Flushes the statements queued in this tick, so that a later statement that fails does not fail these. */
  send(): void {
    if (this.#queued.length === 0) return
    const statements = this.#queued
    this.#queued = []
    this.client.query(new StatementBatch(this.client, this.#prepared, statements))
  }

  /** A `prepared` statement is sent again later with the same text. */
  ask(text: string, values: readonly unknown[] = [], prepared = false): Promise<Answer> {
    const begin = this.#begin
    if (begin) {
      this.#begin = undefined
      // If BEGIN fails, the statement behind it fails too.
      this.ask(beginnings[begin], [], true).catch(() => {})
    }
    const transaction = this.#transaction ?? {}
    return new Promise((resolve, reject) => {
      this.#enqueue({
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

  #enqueue(statement: Statement): void {
    this.#queued.push(statement)
    if (this.#queued.length === 1) process.nextTick(() => this.send())
  }

  /** False if the statement has already timed out. */
  #answered(reject: (error: Error) => void): boolean {
    this.#since = performance.now()
    return this.#unanswered.delete(reject)
  }

  // All statements share one timer, because a timer for each would cost more.
  #watchFor(ms: number): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined
      if (this.#unanswered.size === 0) return
      const left = this.#since + this.#limitMs - performance.now()
      if (left > 0) return this.#watchFor(Math.min(left, this.#options.limitMs))
      this.#giveUp()
      for (const reject of this.#unanswered) reject(new Error('PostgreSQL did not answer in time'))
      this.#unanswered.clear()
    }, ms).unref()
  }

  /** After a failed statement PostgreSQL rejects the rest of the transaction. Their reason is the first error. */
  #reasonOf(error: Error, transaction: Transaction, failed: Statement): Error {
    if (!(error instanceof pg.DatabaseError)) return error
    if (failed.transaction !== transaction)
      return new Collision('an earlier statement of another transaction failed, so the server skipped this one')
    if (error.code === '25P02' && !transaction.failure) {
      // A statement sent with the previous transaction's commit failed, so the server skipped that commit.
      transaction.failure = new Collision('the previous transaction on this connection was still open')
      this.ask('rollback').catch(() => {})
    }
    transaction.failure ??= error
    return transaction.failure
  }
}
