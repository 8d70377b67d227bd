import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { Checkpoints } from './checkpoints.ts'
import { sqlite } from './dialects.ts'
import {
  type ChangeOptions,
  type Db,
  type Engine,
  type EngineFigures,
  type EngineOptions,
  Unavailable,
} from './engine.ts'
import { IntegrityWatch } from './integrity-watch.ts'
import { LogSync, type Sync } from './log-sync.ts'
import { kyselyOver, type Run, runChecked, takeDeferred } from './query-runner.ts'
import {
  framesOf,
  isBusy,
  isDamage,
  isFault,
  openWriter,
  rowsWrittenBy,
  runInTransaction,
  runnerOf,
  sizesOf,
  writerSettings,
} from './sqlite-connection.ts'
import { FaultRecord, type StorageFault } from './storage-faults.ts'

export interface SqliteOptions extends EngineOptions {
  /** The most changes in one commit. The benchmark sets 1. */
  readonly group?: number
  readonly integrity?: IntegrityWatch
  /** Syncs the write-ahead log. Tests make it slow or let it fail. */
  readonly sync?: Sync
  /** The log size that triggers a checkpoint, and the pause after an incomplete one. */
  readonly checkpoint?: { readonly frames: number; readonly retryMs: number }
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Job {
  readonly large: boolean
  readonly run: (db: Db) => Promise<unknown>
  readonly finish: (outcome: Outcome) => void
}

const syncTexts = {
  failed: (error: string) =>
    `The write-ahead log cannot be synced (${error}). Changes are refused until the last commit is synced.`,
  recovered: 'The write-ahead log is synced again.',
}

/**
 * SQLite in WAL mode, with one writing and one reading connection. Concurrent changes form a group commit: one transaction and one sync
 * (log-sync.ts), and no caller is answered before the sync. Until then the reader stays in a snapshot from before the commit. Checkpoints
 * (checkpoints.ts) run between two groups, when the log is long.
 */
export class SqliteEngine implements Engine {
  readonly kind = sqlite
  readonly #file: string
  readonly #options: Required<Pick<SqliteOptions, 'group' | 'timeLimitMs' | 'strict' | 'checkpoint'>> &
    Pick<SqliteOptions, 'clock'>
  readonly #integrity: IntegrityWatch
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #runWrite: Run
  readonly #writeDb: Db
  readonly #readDb: Db
  readonly #steps: Readonly<
    Record<'begin' | 'commit' | 'savepoint' | 'release' | 'beginRead' | 'pinSnapshot' | 'endRead', StatementSync>
  >
  readonly #frames: () => number
  readonly #rowsWritten: () => number
  readonly #log: LogSync
  readonly #checkpoints: Checkpoints
  readonly #syncing: FaultRecord
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closing = false
  /** The last commit is not synced, and the reader stays in the snapshot from before it. */
  #unsynced = false
  /** SQLite syncs its commits itself (`synchronous = full`). */
  #syncsItself = false
  #scrubLog = false
  #nextCheckpoint = 0

  constructor(
    file: string,
    {
      observe,
      group = 256,
      timeLimitMs = 2000,
      integrity = new IntegrityWatch(file),
      report = () => {},
      strict = false,
      clock,
      sync,
      checkpoint = { frames: 4000, retryMs: 5000 },
    }: SqliteOptions = {},
  ) {
    this.#file = file
    this.#options = { group, timeLimitMs, strict, checkpoint, clock }
    this.#integrity = integrity
    this.#writer = openWriter(file, timeLimitMs)
    this.#reader = new DatabaseSync(file, { readOnly: true })
    // Lists and searches read pages all over the file, more than the default cache of 2 MB holds.
    this.#reader.exec('pragma cache_size = -32768')
    this.#runWrite = runInTransaction(this.#writer, runnerOf(this.#writer, observe))
    this.#writeDb = kyselyOver('sqlite', this.#runWrite, clock)
    this.#readDb = kyselyOver('sqlite', runnerOf(this.#reader, observe), clock)
    this.#steps = {
      begin: this.#writer.prepare('begin immediate'),
      commit: this.#writer.prepare('commit'),
      savepoint: this.#writer.prepare('savepoint job'),
      release: this.#writer.prepare('release job'),
      beginRead: this.#reader.prepare('begin'),
      // SQLite takes the snapshot with the first read.
      pinSnapshot: this.#reader.prepare('select 1 from sqlite_schema limit 1'),
      endRead: this.#reader.prepare('commit'),
    }
    this.#frames = framesOf(this.#writer)
    this.#rowsWritten = rowsWrittenBy(this.#writer)
    this.#log = this.#openLog(sync)
    this.#checkpoints = new Checkpoints(file, writerSettings, report)
    this.#syncing = new FaultRecord('sync', syncTexts, report)
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Unavailable('the database is being closed')
    try {
      return await work(this.#readDb)
    } catch (error) {
      throw isFault(error) ? this.#asUnavailable(error) : error
    }
  }

  change<T>(work: (db: Db) => Promise<T>, { large = false }: ChangeOptions = {}): Promise<T> {
    if (this.#closing) return Promise.reject(new Unavailable('the database is being closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push({
        large,
        run: work,
        finish: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T)), // the result of `work`
      })
      this.#draining ??= this.#drain()
    })
  }

  waiting(): number {
    return this.#queue.length
  }

  figures(): EngineFigures {
    return { damaged: this.#integrity.damage() !== undefined, ...sizesOf(this.#file) }
  }

  faults(): readonly StorageFault[] {
    return [...this.#syncing.current(), ...this.#checkpoints.faults()]
  }

  /**
   * Empties the write-ahead log, which still has the pages from before a deletion. The database file needs no scrubbing, because secure_delete
   * overwrites deleted cells. If a reader blocks the checkpoint, a later change repeats it.
   */
  async scrub(): Promise<void> {
    if (this.#log.isFresh()) return
    this.#scrubLog = true
    this.#nextCheckpoint = 0
    // Two changes, because the first may join a group that has already begun, and checkpoints run before a group.
    await this.change(async () => {})
    await this.change(async () => {})
  }

  damage(): string | undefined {
    return this.#integrity.problem()
  }

  checkIntegrity(): Promise<void> {
    return this.#integrity.check('full')
  }

  /** When the last connection closes, SQLite runs a checkpoint and removes the log, which marks a clean stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    await this.#draining
    if (this.#unsynced) await this.#sync(0).catch(() => {})
    await this.#integrity.close()
    await this.#checkpoints[Symbol.asyncDispose]()
    // The last connection to close runs the checkpoint. An unsynced log is left to the next start, so the read-only connection closes last.
    for (const db of this.#unsynced ? [this.#writer, this.#reader] : [this.#reader, this.#writer]) db.close()
    this.#log[Symbol.dispose]()
  }

  /** Takes the write lock if possible, so that no other process restarts the log meanwhile. */
  #openLog(sync: Sync | undefined): LogSync {
    const alone = this.#tryBegin()
    try {
      return new LogSync(this.#file, framesOf(this.#reader)(), { alone, sync })
    } finally {
      this.#rollBack()
    }
  }

  #tryBegin(): boolean {
    try {
      this.#steps.begin.run()
      return true
    } catch {
      return false
    }
  }

  /** Waits until an event-loop turn adds no new change, so that requests already being parsed join this commit. */
  async #gatherChanges(): Promise<void> {
    let before: number
    do {
      before = this.#queue.length
      await eventLoopTurn()
    } while (before < this.#queue.length && this.#queue.length < this.#options.group)
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gatherChanges()
      try {
        // Still open if an earlier rollback failed.
        if (this.#writer.isTransaction) this.#writer.exec('rollback')
        if (this.#unsynced) await this.#sync(0)
        this.#chooseSync(this.#queue[0]?.large === true)
        if (!this.#syncsItself) await this.#checkpoint()
        await this.#begin()
      } catch (error) {
        const unavailable = this.#asUnavailable(error)
        for (const job of this.#queue.splice(0)) job.finish({ error: unavailable })
        break
      }
      await this.#commitGroup()
    }
    this.#draining = undefined
  }

  /** SQLite itself syncs a large change, because LogSync would copy all that it writes into memory. */
  #chooseSync(itself: boolean): void {
    if (this.#syncsItself === itself) return
    this.#writer.exec(`pragma synchronous = ${itself ? 'full' : 'normal'}`)
    this.#syncsItself = itself
  }

  /** Changes wait during a checkpoint, so that the log restarts even under constant load. */
  async #checkpoint(): Promise<void> {
    const due = this.#scrubLog || this.#frames() >= this.#options.checkpoint.frames
    if (!due || this.damage() || performance.now() < this.#nextCheckpoint) return
    const complete = await this.#checkpoints.run(this.#scrubLog ? 'truncate' : 'restart')
    if (complete) this.#scrubLog = false
    this.#nextCheckpoint = complete ? 0 : performance.now() + this.#options.checkpoint.retryMs
  }

  /** Takes the write lock. While another process holds it, this waits without blocking the event loop. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#options.timeLimitMs
    for (;;) {
      this.#assertIntact()
      try {
        this.#steps.begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await pause(10)
      }
    }
  }

  async #commitGroup(): Promise<void> {
    const batch: Job[] = []
    let outcomes: readonly Outcome[]
    try {
      outcomes = await this.#applyGroup(batch)
      if (!this.#syncsItself) this.#pinReader()
      this.#steps.commit.run()
    } catch (fault) {
      const error = this.#asUnavailable(fault)
      this.#rollBack()
      this.#releaseReader()
      for (const job of batch) job.finish({ error })
      return
    }
    try {
      if (this.#syncsItself) this.#log.skip(this.#frames())
      else await this.#sync(this.#options.timeLimitMs)
    } catch (fault) {
      // The commit may still become durable, as when a connection to a server breaks during a commit.
      const error = this.#asUnavailable(fault)
      for (const job of batch) job.finish({ error })
      return
    }
    // Refusals wait for the commit too, because they may depend on rows that another change of the group wrote.
    for (const [i, outcome] of outcomes.entries()) batch[i]?.finish(outcome)
  }

  /**
   * Applies queued changes and adds them to `batch`. A savepoint costs half as much as the writes of a change, so a group starts without
   * savepoints. If a change fails after writing, the transaction is rolled back, and the earlier changes run again with savepoints.
   */
  async #applyGroup(batch: Job[]): Promise<Outcome[]> {
    let outcomes: Outcome[] = []
    let usesSavepoints = false
    for (let job = this.#queue.shift(); job; job = this.#mayJoin(batch) ? this.#queue.shift() : undefined) {
      batch.push(job)
      if (usesSavepoints) {
        outcomes.push(await this.#applyInSavepoint(job))
        continue
      }
      const { outcome, wrote } = await this.#apply(job)
      if ('error' in outcome && wrote) {
        usesSavepoints = true
        this.#writer.exec('rollback')
        await this.#begin()
        outcomes = []
        for (const earlier of batch.slice(0, -1)) outcomes.push(await this.#applyInSavepoint(earlier))
      }
      outcomes.push(outcome)
    }
    return outcomes
  }

  /** True if the next change in the queue may join the group. A large change commits alone, so that no other answer waits for it. */
  #mayJoin(batch: readonly Job[]): boolean {
    return batch.length < this.#options.group && !batch[0]?.large && !this.#queue[0]?.large
  }

  /** Syncs the last commit, and then shows it to the reader. */
  async #sync(timeLimitMs: number): Promise<void> {
    const deadline = performance.now() + timeLimitMs
    for (;;) {
      try {
        await this.#log.sync(this.#frames())
        this.#releaseReader()
        this.#syncing.worked()
        return
      } catch (error) {
        this.#syncing.failed(String(error))
        if (performance.now() >= deadline)
          throw new Unavailable(`the commit could not be synced: ${error}`, { cause: error })
        await pause(100)
      }
    }
  }

  #pinReader(): void {
    this.#unsynced = true
    this.#steps.beginRead.run()
    this.#steps.pinSnapshot.get()
  }

  #releaseReader(): void {
    if (this.#reader.isTransaction) this.#steps.endRead.run()
    this.#unsynced = false
  }

  /** Runs one change. Throws on a storage fault, which fails the whole group. */
  async #apply(job: Job): Promise<{ outcome: Outcome; wrote: boolean }> {
    const before = this.#rowsWritten()
    try {
      return { outcome: { value: await this.#run(job) }, wrote: true }
    } catch (error) {
      if (isFault(error)) throw error
      // On a full disk SQLite rolls back the whole transaction, even if the change handled the error.
      if (!this.#writer.isTransaction) throw new Unavailable('SQLite has rolled back the transaction', { cause: error })
      // Schema changes do not count as written rows.
      return { outcome: { error }, wrote: job.large || this.#rowsWritten() !== before }
    }
  }

  /** Runs one change in a savepoint, so that its failure does not affect the rest of the group. */
  async #applyInSavepoint(job: Job): Promise<Outcome> {
    this.#steps.savepoint.run()
    const { outcome } = await this.#apply(job)
    if ('error' in outcome) this.#writer.exec('rollback to job')
    this.#steps.release.run()
    return outcome
  }

  #run({ run, large: mayPause }: Job): Promise<unknown> {
    const { strict, clock } = this.#options
    return strict ? runChecked('sqlite', this.#runWrite, run, { clock, mayPause }) : complete(this.#writeDb, run)
  }

  #rollBack(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
    } catch {
      // `#drain` repeats it before the next group.
    }
  }

  #asUnavailable(fault: unknown): Unavailable {
    // If the file turns out to be intact, wrongly read pages must leave the page cache.
    if (isDamage(fault)) this.#integrity.suspect(String(fault), () => this.#clearPageCache())
    return fault instanceof Unavailable ? fault : new Unavailable(String(fault), { cause: fault })
  }

  #clearPageCache(): void {
    for (const connection of [this.#writer, this.#reader]) connection.exec('pragma shrink_memory')
  }

  #assertIntact(): void {
    const problem = this.damage()
    if (problem) throw new Unavailable(problem)
  }
}

async function complete<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await allSettledOrThrow(takeDeferred(db))
  }
}

const eventLoopTurn = () => new Promise<void>((done) => setImmediate(done))
