import type { Kysely } from 'kysely'
import type { Clock } from '#kit/time.ts'
import type { Tables } from '../tables.ts'
import type { Dialect } from './dialects.ts'
import type { StorageFault } from './storage-faults.ts'

export type Db = Kysely<Tables>

export interface ChangeOptions {
  /** No time limit for statements, and a commit of its own: for migrations and other very large writes. */
  readonly large?: boolean
}

/** Figures for the metrics. Unknown ones are absent. */
export interface EngineFigures {
  readonly damaged: boolean
  readonly bytes?: number | undefined
  readonly walBytes?: number
  readonly connections?: Readonly<Record<'used' | 'idle' | 'waiting', number>>
}

/** The state of the storage, and its maintenance. */
export interface Storage {
  waiting(): number
  /** Returns at once, from what is known. */
  figures(): EngineFigures
  /** Empties SQLite's write-ahead log, which still holds deleted rows. Does nothing on PostgreSQL, whose vacuum removes them. */
  scrub(): Promise<void>
  /** Why the database must not be written now: it is damaged, or possible damage is being checked. Then delete no files either. */
  damage(): string | undefined
  /** Checks an SQLite file completely. `damage` tells the result. */
  checkIntegrity(): Promise<void>
  /** Current storage faults that do not stop the service. */
  faults(): readonly StorageFault[]
}

/** A database. sqlite.ts and postgres.ts implement it, and only the store uses it. */
export interface Engine extends Storage, AsyncDisposable {
  readonly kind: Dialect
  /** Reads one snapshot of the committed data. `work` may run more than once; the last run counts. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction, which is durable when this resolves. `work` may run more than once; the last run counts. */
  change<T>(work: (db: Db) => Promise<T>, options?: ChangeOptions): Promise<T>
}

/** Called with the duration of each statement. */
export type Observe = (seconds: number) => void

export interface EngineOptions {
  readonly observe?: Observe
  /** Receives faults that do not stop the service. */
  readonly report?: (text: string) => void
  /** The time limit for another process's write lock on SQLite, and for each statement on PostgreSQL. */
  readonly timeLimitMs?: number
  /** Rejects changes that wait for anything except the database, for tests. */
  readonly strict?: boolean
  /** Replaces the database's own clock in tests. */
  readonly clock?: Clock | undefined
}

/** The database or the picture store failed, not the caller. Trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Another transaction interfered. The engine runs the work again. */
export class Collision extends Error {
  override name = 'Collision'
}
