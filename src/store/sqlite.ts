import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, type Engine, type Observe, Unavailable } from './engine.ts'
import { findDamageBeside } from './integrity.ts'
import { sqlite } from './kinds.ts'
import { lineTo, type Run, watched } from './line.ts'
import { isBusy, isDamage, isFault, openWriter, runInTransaction, runnerOf } from './sqlite-connection.ts'

export interface SqliteOptions {
  readonly observe?: Observe
  /** Most changes in one commit; 1 is a transaction each, which only the benchmark wants. */
  readonly group?: number
  /** How long to wait for another process that holds the write lock. */
  readonly patienceMs?: number
  /** Told once, when damage is found. */
  readonly alarm?: (damage: string) => void
  /** Refuses changes that wait for anything but the database; tests run with it. */
  readonly strict?: boolean
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
  readonly #file: string
  readonly #options: Required<Pick<SqliteOptions, 'group' | 'patienceMs' | 'alarm' | 'strict'>>
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #runWrite: Run
  readonly #writeDb: Db
  readonly #readDb: Db
  readonly #steps: Readonly<Record<'begin' | 'commit' | 'savepoint' | 'release', StatementSync>>
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closing = false
  #damage: string | undefined
  #checkSoon: NodeJS.Timeout | undefined
  #check: ReturnType<typeof findDamageBeside> | undefined

  constructor(
    file: string,
    { observe, group = 256, patienceMs = 2000, alarm = () => {}, strict = false }: SqliteOptions = {},
  ) {
    this.#file = file
    this.#options = { group, patienceMs, alarm, strict }
    this.#writer = openWriter(file, patienceMs)
    this.#reader = new DatabaseSync(file, { readOnly: true })
    // Lists and searches look at pages all over the file; 2 MB of them, as usual, would be read again and again.
    this.#reader.exec('pragma cache_size = -32768')
    this.#runWrite = runInTransaction(this.#writer, runnerOf(this.#writer, observe))
    this.#writeDb = lineTo('sqlite', this.#runWrite)
    this.#readDb = lineTo('sqlite', runnerOf(this.#reader, observe))
    this.#steps = {
      begin: this.#writer.prepare('begin immediate'),
      commit: this.#writer.prepare('commit'),
      savepoint: this.#writer.prepare('savepoint job'),
      release: this.#writer.prepare('release job'),
    }
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Unavailable('the database is being closed')
    try {
      return await work(this.#readDb)
    } catch (error) {
      throw isFault(error) ? this.#unavailable(error) : error
    }
  }

  change<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closing) return Promise.reject(new Unavailable('the database is being closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push({
        run: work,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T)), // what `work` gave
      })
      this.#draining ??= this.#drain()
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
    // The next group may have begun already, and the log is not written back in the middle of a transaction.
    await this.#draining
    this.#writer.exec('pragma wal_checkpoint(truncate)')
  }

  /** Looks the whole file over in a thread of its own, once the start has had the machine to itself. */
  checkBeside(): void {
    this.#checkSoon = setTimeout(() => {
      this.#check = findDamageBeside(this.#file)
      void this.#check.result.then((damage) => damage && this.#damaged(damage))
    }, 1000)
  }

  /** Closing the last connection of a WAL database writes the WAL back and removes it, which marks a clean stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    clearTimeout(this.#checkSoon)
    await this.#draining
    await this.#check?.stop()
    this.#reader.close()
    this.#writer.close()
  }

  /** Until a turn of the event loop brings nothing new: what is being read already shares the commit. */
  async #gathered(): Promise<void> {
    let before: number
    do {
      before = this.#queue.length
      await turn()
    } while (before < this.#queue.length && this.#queue.length < this.#options.group)
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gathered()
      try {
        await this.#begin()
      } catch (error) {
        const unavailable = this.#unavailable(error)
        for (const job of this.#queue.splice(0)) job.settle({ error: unavailable })
        break
      }
      await this.#commitTogether()
    }
    this.#draining = undefined
  }

  /** Takes the write lock without blocking the event loop while another process holds it. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#options.patienceMs
    for (;;) {
      if (this.#damage) throw new Unavailable(this.#damage)
      try {
        // Left open only where even the rollback failed.
        if (this.#writer.isTransaction) this.#writer.exec('rollback')
        this.#steps.begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await pause(10)
      }
    }
  }

  async #commitTogether(): Promise<void> {
    const batch: Job[] = []
    const outcomes: Outcome[] = []
    try {
      for (
        let job = this.#queue.shift();
        job;
        job = batch.length < this.#options.group ? this.#queue.shift() : undefined
      ) {
        batch.push(job)
        outcomes.push(await this.#apply(job))
      }
      this.#steps.commit.run()
    } catch (fault) {
      const error = this.#unavailable(fault)
      this.#rollBack()
      for (const job of batch) job.settle({ error })
      return
    }
    // Refusals wait for the commit too: they may rest on what a neighbour has just written.
    for (const [i, outcome] of outcomes.entries()) batch[i]?.settle(outcome)
  }

  /** One change in its savepoint. If it fails its neighbours do not notice; a fault of the storage is thrown, and everybody's. */
  async #apply(job: Job): Promise<Outcome> {
    this.#steps.savepoint.run()
    try {
      const value = await this.#run(job)
      this.#steps.release.run()
      return { value }
    } catch (error) {
      if (isFault(error)) throw error
      // A full disk makes SQLite end the whole transaction by itself, whatever the change made of the error.
      if (!this.#writer.isTransaction) throw new Unavailable('the transaction is over', { cause: error })
      this.#writer.exec('rollback to job; release job')
      return { error }
    }
  }

  #run({ run }: Job): Promise<unknown> {
    if (!this.#options.strict) return run(this.#writeDb)
    const { db, end } = watched('sqlite', this.#runWrite)
    return run(db).finally(end)
  }

  #rollBack(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
    } catch {
      // The next change tries again before it begins.
    }
  }

  #unavailable(fault: unknown): Unavailable {
    if (isDamage(fault)) this.#damaged(String(fault))
    return fault instanceof Unavailable ? fault : new Unavailable(String(fault), { cause: fault })
  }

  /** From now on nothing is written: every further page could make it worse. */
  #damaged(what: string): void {
    if (this.#damage) return
    this.#damage = `the database is damaged: ${what}`
    this.#options.alarm(what)
  }
}

const turn = () => new Promise<void>((done) => setImmediate(done))
