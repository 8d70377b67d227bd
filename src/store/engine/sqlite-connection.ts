import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { walLimit } from '#rules/team/resources.ts'
import { type Observe, Unavailable } from './engine.ts'
import { type Run, rowOf } from './query-runner.ts'

/** Durability depends on these settings. */
const requiredSettings = { journal_mode: 'wal', synchronous: 1, foreign_keys: 1, wal_autocheckpoint: 0 } as const

/**
 * Settings of every connection that writes. log-sync.ts syncs commits and checkpoints.ts runs checkpoints, because SQLite would do both
 * within a statement and block the event loop.
 */
export const writerSettings = [
  'pragma synchronous = normal; pragma wal_autocheckpoint = 0',
  // On macOS, fsync does not flush the cache of the drive.
  'pragma fullfsync = on; pragma checkpoint_fullfsync = on',
  // Truncates a log that grew large because a long read prevented checkpoints.
  `pragma journal_size_limit = ${walLimit}`,
].join(';')

/** Opens the connection that writes. Verifies the settings that durability depends on, and throws if SQLite did not apply one. */
export function openWriter(file: string, timeLimitMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: timeLimitMs })
  try {
    db.exec(`pragma journal_mode = wal; pragma foreign_keys = on; ${writerSettings}`)
    // With secure_delete, the file does not keep text that a person erased.
    db.exec('pragma secure_delete = on; pragma cell_size_check = on; pragma trusted_schema = off')
    // Idempotency keys are random, so a change touches pages all over their index. The default cache of 2 MB would miss most of them.
    db.exec('pragma temp_store = memory; pragma cache_size = -16384')
    for (const [name, expected] of Object.entries(requiredSettings)) {
      const actual = Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]
      if (actual !== expected)
        throw new Error(
          `SQLite did not apply ${name} = ${expected} (it is ${actual}): acknowledged writes could be lost`,
        )
    }
    // From now on the engine waits for locks without blocking the event loop.
    db.exec('pragma busy_timeout = 0')
    beginLog(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** The number of frames in the write-ahead log. While another process commits, SQLite reports -1, so the query is repeated. */
export function framesOf(db: DatabaseSync): () => number {
  const status = db.prepare('pragma wal_checkpoint(noop)')
  return () => {
    for (let i = 0; i < 1000; i += 1) {
      const frames = Number(status.get()?.['log'])
      if (frames >= 0) return frames
    }
    throw new Unavailable('another program is committing')
  }
}

/** The number of rows that a connection has written. */
export function rowsWrittenBy(db: DatabaseSync): () => number {
  const status = db.prepare('select total_changes()')
  status.setReturnArrays(true)
  return () => (status.get() as unknown as [number])[0] // the types do not reflect setReturnArrays
}

/** Makes the first commit of a log, which syncs the log's header, before any caller waits for it. It rewrites the unused `user_version`. */
function beginLog(db: DatabaseSync): void {
  try {
    if (framesOf(db)() === 0) db.exec('pragma user_version = 0')
  } catch {
    // The file is locked or read-only. The first change reports it.
  }
}

/** Prepares each text once. The cache is cleared before many different texts could fill the memory. */
export function runnerOf(db: DatabaseSync, observe: Observe = () => {}): Run {
  const statements = new Map<string, { statement: StatementSync; columns: readonly string[] }>()
  const prepared = (text: string) => {
    let found = statements.get(text)
    if (!found) {
      if (statements.size >= 500) statements.clear()
      const statement = db.prepare(text)
      found = { statement, columns: statement.columns().map(({ name }) => name) } // the schema does not change while a service runs
      // The driver's row objects are slow to read.
      statement.setReturnArrays(true)
      statements.set(text, found)
    }
    return found
  }
  return ({ sql, parameters }): QueryResult<unknown> => {
    const began = performance.now()
    try {
      const { statement, columns } = prepared(sql)
      const values = parameters as SQLInputValue[] // row types have no other values; STRICT tables check it
      if (columns.length > 0) {
        const found = statement.all(...values) as unknown as Cells[] // the types do not reflect setReturnArrays
        return { rows: found.map((cells) => rowOf(columns, cells)) }
      }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } finally {
      observe((performance.now() - began) / 1000)
    }
  }
}

type Cells = readonly unknown[]

/** Refuses statements outside a transaction. SQLite may roll back on its own, for example on a full disk; later statements must not autocommit. */
export function runInTransaction(db: DatabaseSync, run: Run): Run {
  return (query) => {
    if (!db.isTransaction) throw new Unavailable('SQLite has rolled back the transaction')
    return run(query)
  }
}

export function sizesOf(file: string): { readonly bytes: number; readonly walBytes: number } {
  // The log first: a checkpoint moves pages from the log to the file.
  const [walBytes = 0, bytes = 0] = [`${file}-wal`, file].map((path) => statSync(path, { throwIfNoEntry: false })?.size)
  return { bytes, walBytes }
}

const busy = 5
const notDatabase = 26
const damaged: ReadonlySet<number> = new Set([11, notDatabase])
// busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, locking protocol, not a database
const faults: ReadonlySet<number> = new Set([busy, 6, 7, 8, 10, 11, 13, 14, 15, notDatabase])

export const isBusy = (error: unknown): boolean => primary(error) === busy
/** The file is not an SQLite database. */
export const isNoDatabase = (error: unknown): boolean => primary(error) === notDatabase
/** SQLite reports damage, which a check has to confirm. */
export const isDamage = (error: unknown): boolean =>
  damaged.has(primary(error)) || (error instanceof Unavailable && isDamage(error.cause))
/** The storage failed, not the caller. */
export const isFault = (error: unknown): boolean => error instanceof Unavailable || faults.has(primary(error))

/** SQLite's primary result code; 0 where the error is not SQLite's. */
function primary(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}
