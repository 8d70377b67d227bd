import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { type Db, type Engine, type Observe, Unavailable } from './engine.ts'
import { findDamageBeside } from './integrity.ts'
import { sqlite } from './kinds.ts'
import { lineTo } from './line.ts'

export interface SqliteOptions {
  readonly observe?: Observe
  /** Most changes in one commit; 1 is a transaction each, which only the benchmark wants. */
  readonly group?: number
  /** How long to wait for another process that holds the write lock. */
  readonly patienceMs?: number
  /** Told once, when damage is found. */
  readonly alarm?: (damage: string) => void
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Job {
  readonly run: (db: Db) => Promise<unknown>
  readonly settle: (outcome: Outcome) => void
}

/**
 * SQLite with one connection that writes and one that reads beside it (WAL). Changes that arrive together are committed
 * together: one transaction, a savepoint for each, one fsync for all, and nobody is answered before it.
 */
export class SqliteEngine implements Engine {
  readonly kind = sqlite
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #writeDb: Db
  readonly #readDb: Db
  readonly #group: number
  readonly #patienceMs: number
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  readonly #file: string
  readonly #alarm: (damage: string) => void
  #damage: string | undefined
  #check: ReturnType<typeof findDamageBeside> | undefined

  constructor(file: string, { observe, group = 256, patienceMs = 2000, alarm = () => {} }: SqliteOptions = {}) {
    this.#file = file
    this.#alarm = alarm
    this.#group = group
    this.#patienceMs = patienceMs
    this.#writer = openWriter(file)
    this.#reader = new DatabaseSync(file, { readOnly: true })
    this.#writeDb = lineTo('sqlite', runOn(this.#writer, observe))
    this.#readDb = lineTo('sqlite', runOn(this.#reader, observe))
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await work(this.#readDb)
    } catch (error) {
      throw this.#translated(error)
    }
  }

  change<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        run: work,
        settle: (outcome) =>
          'error' in outcome ? reject(this.#translated(outcome.error)) : resolve(outcome.value as T), // what `work` gave
      })
      // After this turn's input has been read, so that all of it shares a commit.
      this.#draining ??= new Promise<void>((done) => setImmediate(done)).then(() => this.#drain())
    })
  }

  waiting(): number {
    return this.#queue.length
  }

  async probe(): Promise<void> {
    if (this.#damage) throw new Unavailable(this.#damage)
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  /** Deleted cells are overwritten already (secure_delete); the write-ahead log still has the pages as they were. */
  async scrub(): Promise<void> {
    await this.change(async () => {})
    this.#writer.exec('pragma wal_checkpoint(truncate)')
  }

  /** Looks the whole file over in a thread of its own. */
  checkBeside(): void {
    this.#check = findDamageBeside(this.#file)
    void this.#check.result.then((damage) => damage && this.#damaged(damage))
  }

  /** Closing the last connection of a WAL database writes the WAL back and removes it, which marks a clean stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#draining
    await this.#check?.stop()
    this.#reader.close()
    this.#writer.close()
  }

  /** From now on nothing is written: every further page could make it worse. */
  #damaged(what: string): void {
    if (this.#damage) return
    this.#damage = `the database is damaged: ${what}`
    this.#alarm(what)
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        await this.#begin()
      } catch (error) {
        for (const job of this.#queue.splice(0)) job.settle({ error })
        break
      }
      await this.#commitTogether()
    }
    this.#draining = undefined
  }

  /** Takes the write lock without blocking the event loop while another process holds it. */
  async #begin(): Promise<void> {
    if (this.#damage) throw new Unavailable(this.#damage)
    const deadline = performance.now() + this.#patienceMs
    for (;;) {
      try {
        return this.#writer.exec('begin immediate')
      } catch (error) {
        if (primary(error) !== codes.busy || performance.now() > deadline) throw error
        await pause(10)
      }
    }
  }

  async #commitTogether(): Promise<void> {
    const done: { job: Job; outcome: Outcome }[] = []
    const fail = (error: unknown) => {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
      for (const { job } of done) job.settle({ error })
    }
    for (let job = this.#queue.shift(); job; job = done.length < this.#group ? this.#queue.shift() : undefined) {
      const entry = { job, outcome: await this.#apply(job) }
      done.push(entry)
      // A full disk makes SQLite end the whole transaction by itself, neighbours included.
      if (!this.#writer.isTransaction)
        return fail('error' in entry.outcome ? entry.outcome.error : new Unavailable('rolled back'))
    }
    try {
      this.#writer.exec('commit')
    } catch (error) {
      return fail(error)
    }
    // Refusals wait for the commit too: they may rest on what a neighbour has just written.
    for (const { job, outcome } of done) job.settle(outcome)
  }

  /** One change in its savepoint; if it fails, its neighbours do not notice. */
  async #apply(job: Job): Promise<Outcome> {
    this.#writer.exec('savepoint job')
    try {
      const value = await job.run(this.#writeDb)
      this.#writer.exec('release job')
      return { value }
    } catch (error) {
      if (this.#writer.isTransaction) this.#writer.exec('rollback to job; release job')
      return { error }
    }
  }

  #translated(error: unknown): unknown {
    const code = primary(error)
    if (code === codes.corrupt || code === codes.notADatabase) this.#damaged(String(error))
    return code !== undefined && unavailable.has(code) ? new Unavailable(String(error), { cause: error }) : error
  }
}

function openWriter(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off')
  // Deleted text is overwritten, so that what a person erased is not found in the file.
  db.exec('pragma secure_delete = on; pragma cell_size_check = on; pragma temp_store = memory')
  const held = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }
  for (const [name, expected] of Object.entries(held)) {
    const actual = Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]
    if (actual !== expected)
      throw new Error(`SQLite did not take ${name} = ${expected} (it is ${actual}): answered writes could be lost`)
  }
  return db
}

/** Statements are prepared once for each text; the map is emptied before odd texts could fill the memory. */
function runOn(db: DatabaseSync, observe: Observe = () => {}) {
  const statements = new Map<string, { statement: StatementSync; reads: boolean }>()
  const prepared = (text: string) => {
    let found = statements.get(text)
    if (!found) {
      if (statements.size > 500) statements.clear()
      const statement = db.prepare(text)
      found = { statement, reads: statement.columns().length > 0 }
      statements.set(text, found)
    }
    return found
  }
  return async ({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> => {
    const began = performance.now()
    try {
      const { statement, reads } = prepared(sql)
      const values = parameters as SQLInputValue[] // the row types hold nothing else; STRICT tables check it
      if (reads) return { rows: statement.all(...values) }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    } finally {
      observe((performance.now() - began) / 1000)
    }
  }
}

const codes = { busy: 5, corrupt: 11, notADatabase: 26 } as const
// busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, not a database
const unavailable: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

/** SQLite's primary result code, where the error is SQLite's. */
function primary(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}
