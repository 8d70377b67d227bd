import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Clock } from '#kit/time.ts'
import { Checkpoints } from './checkpoints.ts'
import { sqlite } from './dialects.ts'
import { type ChangeOptions, type Db, type Engine, type EngineFigures, type Observe, Unavailable } from './engine.ts'
import { sizesOf } from './file-sizes.ts'
import { IntegrityWatch } from './integrity-watch.ts'
import { LogSync, type Sync } from './log-sync.ts'
import { kyselyOver, type Run, runWatched, takeUnanswered } from './query-runner.ts'
import {
  framesOf,
  isBusy,
  isDamage,
  isFault,
  openWriter,
  runInTransaction,
  runnerOf,
  writerSettings,
  writtenOn,
} from './sqlite-connection.ts'
import { FaultRecord, type StorageFault } from './storage-faults.ts'

export interface SqliteOptions {
  readonly observe?: Observe
  /** Most changes in one commit; 1 is a transaction each, which only the benchmark wants. */
  readonly group?: number
  /** How long to wait for another process that holds the write lock. */
  readonly patienceMs?: number
  /** Knows whether the file is whole. It is closed with the engine. */
  readonly integrity?: IntegrityWatch
  /** Receives faults that do not stop the service. */
  readonly report?: (text: string) => void
  /** Refuses changes that wait for anything but the database; tests run with it. */
  readonly strict?: boolean
  /** In place of the database's own clock, for tests. */
  readonly clock?: Clock | undefined
  /** Brings a commit onto the disk; tests make it slow, or fail. */
  readonly sync?: Sync
  /** How many frames the log gets before it is written back, and how long to wait where that did not work. */
  readonly checkpoint?: { readonly frames: number; readonly retryMs: number }
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Job {
  readonly patient: boolean
  readonly run: (db: Db) => Promise<unknown>
  readonly finish: (outcome: Outcome) => void
}

const syncWords = {
  fails: (error: string) =>
    `Changes cannot be brought onto the disk (${error}). They are refused, and those of that moment are tried again.`,
  works: 'Changes are brought onto the disk again.',
}

/**
 * SQLite with one connection that writes and one that reads beside it (WAL). Changes that arrive together are committed
 * together: one transaction, one sync for all (log-sync.ts), and no caller is answered before it. Until then
 * the reader keeps to the state before the commit. Between two groups the log is written back (checkpoints.ts) when it is long.
 */
export class SqliteEngine implements Engine {
  readonly kind = sqlite
  readonly #file: string
  readonly #options: Required<Pick<SqliteOptions, 'group' | 'patienceMs' | 'strict' | 'checkpoint'>> &
    Pick<SqliteOptions, 'clock'>
  readonly #integrity: IntegrityWatch
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #runWrite: Run
  readonly #writeDb: Db
  readonly #readDb: Db
  readonly #steps: Readonly<
    Record<'begin' | 'commit' | 'savepoint' | 'release' | 'hold' | 'look' | 'letGo', StatementSync>
  >
  readonly #frames: () => number
  /** How many rows were written since the start. */
  readonly #written: () => number
  readonly #log: LogSync
  readonly #checkpoints: Checkpoints
  readonly #syncing: FaultRecord
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closing = false
  /** A commit is not on disk yet, and the reader keeps to the state before it. */
  #unsynced = false
  /** SQLite syncs its commits itself. */
  #syncsItself = false
  #scrubLog = false
  #nextCheckpoint = 0

  constructor(
    file: string,
    {
      observe,
      group = 256,
      patienceMs = 2000,
      integrity = new IntegrityWatch(file),
      report = () => {},
      strict = false,
      clock,
      sync,
      checkpoint = { frames: 4000, retryMs: 5000 },
    }: SqliteOptions = {},
  ) {
    this.#file = file
    this.#options = { group, patienceMs, strict, checkpoint, clock }
    this.#integrity = integrity
    this.#writer = openWriter(file, patienceMs)
    this.#reader = new DatabaseSync(file, { readOnly: true })
    // Lists and searches look at pages all over the file; 2 MB of them, as usual, would be read again and again.
    this.#reader.exec('pragma cache_size = -32768')
    this.#runWrite = runInTransaction(this.#writer, runnerOf(this.#writer, observe))
    this.#writeDb = kyselyOver('sqlite', this.#runWrite, clock)
    this.#readDb = kyselyOver('sqlite', runnerOf(this.#reader, observe), clock)
    this.#steps = {
      begin: this.#writer.prepare('begin immediate'),
      commit: this.#writer.prepare('commit'),
      savepoint: this.#writer.prepare('savepoint job'),
      release: this.#writer.prepare('release job'),
      hold: this.#reader.prepare('begin'),
      look: this.#reader.prepare('select 1 from sqlite_schema limit 1'),
      letGo: this.#reader.prepare('commit'),
    }
    this.#frames = framesOf(this.#writer)
    this.#written = writtenOn(this.#writer)
    this.#log = this.#openLog(sync)
    this.#checkpoints = new Checkpoints(file, writerSettings, report)
    this.#syncing = new FaultRecord('sync', syncWords, report)
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Unavailable('the database is being closed')
    try {
      return await work(this.#readDb)
    } catch (error) {
      throw isFault(error) ? this.#unavailable(error) : error
    }
  }

  change<T>(work: (db: Db) => Promise<T>, { patient = false }: ChangeOptions = {}): Promise<T> {
    if (this.#closing) return Promise.reject(new Unavailable('the database is being closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push({
        patient,
        run: work,
        finish: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T)), // what `work` gave
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

  async probe(): Promise<void> {
    this.#assertSound()
    await this.read((db) => db.selectFrom('migration').select('name').limit(1).execute())
  }

  faults(): readonly StorageFault[] {
    return [...this.#syncing.current(), ...this.#checkpoints.faults()]
  }

  /**
   * Deleted cells are overwritten already (secure_delete); the write-ahead log still has the pages as they were. If a
   * reader needs them still, a later change empties the log.
   */
  async scrub(): Promise<void> {
    if (this.#log.isFresh()) return
    this.#scrubLog = true
    this.#nextCheckpoint = 0
    // Twice: the first may join a group that has begun already, and the log is written back between two groups.
    await this.change(async () => {})
    await this.change(async () => {})
  }

  damage(): string | undefined {
    return this.#integrity.problem()
  }

  checkIntegrity(): Promise<void> {
    return this.#integrity.check('full')
  }

  /** Closing the last connection of a WAL database writes the WAL back and removes it, which marks a clean stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    await this.#draining
    if (this.#unsynced) await this.#sync(0).catch(() => {})
    await this.#integrity.close()
    await this.#checkpoints[Symbol.asyncDispose]()
    // The last to close writes the log back. What could not be synced is left to the next start: one that only reads writes nothing.
    for (const db of this.#unsynced ? [this.#writer, this.#reader] : [this.#reader, this.#writer]) db.close()
    this.#log[Symbol.dispose]()
  }

  /** With the write lock, no other process restarts the log. If another program holds it, or writes are off, this runs without it. */
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
        // Left open only where even the rollback failed.
        if (this.#writer.isTransaction) this.#writer.exec('rollback')
        if (this.#unsynced) await this.#sync(0)
        this.#chooseSync(this.#queue[0]?.patient === true)
        if (!this.#syncsItself) await this.#writeBack()
        await this.#begin()
      } catch (error) {
        const unavailable = this.#unavailable(error)
        for (const job of this.#queue.splice(0)) job.finish({ error: unavailable })
        break
      }
      await this.#commitTogether()
    }
    this.#draining = undefined
  }

  /** A patient change may write more than a copy should be kept of. */
  #chooseSync(itself: boolean): void {
    if (this.#syncsItself === itself) return
    this.#writer.exec(`pragma synchronous = ${itself ? 'full' : 'normal'}`)
    this.#syncsItself = itself
  }

  /** Changes wait meanwhile, so under any load the log gets back to its start. */
  async #writeBack(): Promise<void> {
    const due = this.#scrubLog || this.#frames() >= this.#options.checkpoint.frames
    if (!due || this.damage() || performance.now() < this.#nextCheckpoint) return
    const complete = await this.#checkpoints.run(this.#scrubLog ? 'truncate' : 'restart')
    if (complete) this.#scrubLog = false
    this.#nextCheckpoint = complete ? 0 : performance.now() + this.#options.checkpoint.retryMs
  }

  /** Takes the write lock without blocking the event loop while another process holds it. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#options.patienceMs
    for (;;) {
      this.#assertSound()
      try {
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
    let outcomes: readonly Outcome[]
    try {
      outcomes = await this.#applyTogether(batch)
      if (!this.#syncsItself) this.#holdReader()
      this.#steps.commit.run()
    } catch (fault) {
      const error = this.#unavailable(fault)
      this.#rollBack()
      this.#letReaderGo()
      for (const job of batch) job.finish({ error })
      return
    }
    try {
      if (this.#syncsItself) this.#log.skip(this.#frames())
      else await this.#sync(this.#options.patienceMs)
    } catch (fault) {
      // It may hold later, as it may when the connection to a server breaks during the commit.
      const error = this.#unavailable(fault)
      for (const job of batch) job.finish({ error })
      return
    }
    // Refusals wait for the commit too: they may rest on what a neighbour has just written.
    for (const [i, outcome] of outcomes.entries()) batch[i]?.finish(outcome)
  }

  /**
   * Applies changes of the queue, which become the batch. A savepoint for each would take as long as half of what it writes. So there are
   * none, until a change fails that has written something: then all is taken back, and those before it are applied again.
   */
  async #applyTogether(batch: Job[]): Promise<Outcome[]> {
    let outcomes: Outcome[] = []
    let guarded = false
    for (let job = this.#queue.shift(); job; job = this.#mayJoin(batch) ? this.#queue.shift() : undefined) {
      batch.push(job)
      if (guarded) {
        outcomes.push(await this.#applyGuarded(job))
        continue
      }
      const { outcome, wrote } = await this.#apply(job)
      if ('error' in outcome && wrote) {
        guarded = true
        this.#writer.exec('rollback')
        await this.#begin()
        outcomes = []
        for (const earlier of batch.slice(0, -1)) outcomes.push(await this.#applyGuarded(earlier))
      }
      outcomes.push(outcome)
    }
    return outcomes
  }

  /** True if the next change in the queue shares the commit. A patient one has its own, so that no earlier answer waits for it. */
  #mayJoin(batch: readonly Job[]): boolean {
    return batch.length < this.#options.group && !batch[0]?.patient && !this.#queue[0]?.patient
  }

  /** Brings the last commit onto the disk, and shows it to the reader. */
  async #sync(patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      try {
        await this.#log.sync(this.#frames())
        this.#letReaderGo()
        this.#syncing.worked()
        return
      } catch (error) {
        this.#syncing.failed(String(error))
        if (performance.now() >= deadline) throw new Unavailable(`not synced: ${error}`, { cause: error })
        await pause(100)
      }
    }
  }

  #holdReader(): void {
    this.#unsynced = true
    this.#steps.hold.run()
    this.#steps.look.get()
  }

  #letReaderGo(): void {
    if (this.#reader.isTransaction) this.#steps.letGo.run()
    this.#unsynced = false
  }

  /** One change. A fault of the storage is thrown, and everybody's. */
  async #apply(job: Job): Promise<{ outcome: Outcome; wrote: boolean }> {
    const before = this.#written()
    try {
      return { outcome: { value: await this.#run(job) }, wrote: true }
    } catch (error) {
      if (isFault(error)) throw error
      // A full disk makes SQLite end the whole transaction by itself, whatever the change made of the error.
      if (!this.#writer.isTransaction) throw new Unavailable('the transaction is over', { cause: error })
      // Steps of the schema are no rows, so they are not counted.
      return { outcome: { error }, wrote: job.patient || this.#written() !== before }
    }
  }

  /** One change in its savepoint. If it fails its neighbours do not notice. */
  async #applyGuarded(job: Job): Promise<Outcome> {
    this.#steps.savepoint.run()
    const { outcome } = await this.#apply(job)
    if ('error' in outcome) this.#writer.exec('rollback to job')
    this.#steps.release.run()
    return outcome
  }

  #run({ run, patient: mayPause }: Job): Promise<unknown> {
    const { strict, clock } = this.#options
    return strict ? runWatched('sqlite', this.#runWrite, run, { clock, mayPause }) : complete(this.#writeDb, run)
  }

  #rollBack(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
    } catch {
      // The next change tries again before it begins.
    }
  }

  #unavailable(fault: unknown): Unavailable {
    // Pages that were read wrong must not stay in memory when the file turns out to be right.
    if (isDamage(fault)) this.#integrity.doubt(String(fault), () => this.#forgetPages())
    return fault instanceof Unavailable ? fault : new Unavailable(String(fault), { cause: fault })
  }

  #forgetPages(): void {
    for (const connection of [this.#writer, this.#reader]) connection.exec('pragma shrink_memory')
  }

  #assertSound(): void {
    const problem = this.damage()
    if (problem) throw new Unavailable(problem)
  }
}

async function complete<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await allSettledOrThrow(takeUnanswered(db))
  }
}

const turn = () => new Promise<void>((done) => setImmediate(done))
