import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Dialect } from './dialects.ts'
import type { StorageFault } from './storage-faults.ts'

export type Db = Kysely<Tables>

export interface ChangeOptions {
  /** A statement may take as long as it takes, and others of this process get their turn between two of them. */
  readonly patient?: boolean
}

/** What an administrator watches of a database; what is not known, or not ours to look after, is absent. */
export interface EngineFigures {
  readonly damaged: boolean
  readonly bytes?: number | undefined
  /** Of the write-ahead log, which is written back into the database now and then. */
  readonly walBytes?: number
  readonly connections?: Readonly<Record<'used' | 'idle' | 'waiting', number>>
}

/** A database for reads and changes. Implemented by sqlite.ts and postgres.ts; only the store uses it. */
export interface Engine extends AsyncDisposable {
  readonly kind: Dialect
  /** Reads what is committed, all of it as it was at one moment. The work may be done more than once, the last time counts. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** One transaction: all of `work` is durable when this resolves, or none of it happened. It may run more than once; the last run counts. */
  change<T>(work: (db: Db) => Promise<T>, options?: ChangeOptions): Promise<T>
  /** How many changes wait for their turn. */
  waiting(): number
  /** How it is now, without asking it. */
  figures(): EngineFigures
  /** Overwrites what deleted rows leave behind in files of ours. */
  scrub(): Promise<void>
  /** What is damaged, or may be: as long as it is, nothing is written, and nothing should be deleted. */
  damage(): string | undefined
  /** Checks the whole database now, where that is ours to do. What is found shows in `damage`. */
  checkIntegrity(): Promise<void>
  /** Throws `Unavailable` unless the database answers and is whole. */
  probe(): Promise<void>
  /** Present faults of the service's own storage that do not stop it. */
  faults(): readonly StorageFault[]
}

/** Called with what each statement took. */
export type Observe = (seconds: number) => void

/** The database, or the store of pictures, cannot do it now, through no fault of the caller: nothing was acknowledged, trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Another transaction interfered. Nothing is wrong: the same work runs again. */
export class Collision extends Error {
  override name = 'Collision'
}
