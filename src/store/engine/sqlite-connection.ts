import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { walLimit } from '#rules/team/resources.ts'
import { type Observe, Unavailable } from './engine.ts'
import { namedRow } from './named-row.ts'
import type { Run } from './query-runner.ts'

const held = { journal_mode: 'wal', synchronous: 1, foreign_keys: 1, wal_autocheckpoint: 0 } as const

/**
 * For each connection that writes. Commits are synced by log-sync.ts, and the log is written back by checkpoints.ts: SQLite
 * would do both within a statement, and the event loop would wait for the disk.
 */
export const writerSettings = [
  'pragma synchronous = normal; pragma wal_autocheckpoint = 0',
  // On macOS a plain fsync leaves the data in the drive's cache.
  'pragma fullfsync = on; pragma checkpoint_fullfsync = on',
  // A log that grew behind a long read is cut again afterwards.
  `pragma journal_size_limit = ${walLimit}`,
].join(';')

/** The one connection that writes. What durability rests on is read back: a setting that did not take is no start. */
export function openWriter(file: string, patienceMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patienceMs })
  try {
    db.exec(`pragma journal_mode = wal; pragma foreign_keys = on; ${writerSettings}`)
    // Deleted text is overwritten, so that what a person erased is not found in the file.
    db.exec('pragma secure_delete = on; pragma cell_size_check = on; pragma trusted_schema = off')
    // Keys of requests lie all over their index: with 2 MB of pages, as usual, a change would read most of those it needs anew.
    db.exec('pragma temp_store = memory; pragma cache_size = -16384')
    for (const [name, expected] of Object.entries(held)) {
      const actual = Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]
      if (actual !== expected)
        throw new Error(`SQLite did not take ${name} = ${expected} (it is ${actual}): answered writes could be lost`)
    }
    // From here on waiting for a lock is done without blocking the event loop.
    db.exec('pragma busy_timeout = 0')
    beginLog(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * How many frames the write-ahead log has: one for each page that a commit wrote. At the moment in which another process
 * commits, SQLite does not know: it says -1, and is asked again.
 */
export function framesOf(db: DatabaseSync): () => number {
  const status = db.prepare('pragma wal_checkpoint(noop)')
  return () => {
    for (let i = 0; i < 1000; i += 1) {
      const frames = Number(status.get()?.['log'])
      if (frames >= 0) return frames
    }
    throw new Unavailable('another program is in the middle of a commit')
  }
}

/** How many rows a connection has written. */
export function writtenOn(db: DatabaseSync): () => number {
  const status = db.prepare('select total_changes()')
  status.setReturnArrays(true)
  return () => (status.get() as unknown as [number])[0] // in this form
}

/**
 * The first commit in a log has to sync the log's header. Made here, before any caller waits, it rewrites an unused
 * number with its own value.
 */
function beginLog(db: DatabaseSync): void {
  try {
    if (framesOf(db)() === 0) db.exec('pragma user_version = 0')
  } catch {
    // Held by another program, or only to be read: then the first change says so.
  }
}

/** Statements are prepared once for each text; the map is emptied before odd texts could fill the memory. */
export function runnerOf(db: DatabaseSync, observe: Observe = () => {}): Run {
  const statements = new Map<string, { statement: StatementSync; columns: readonly string[] }>()
  const prepared = (text: string) => {
    let found = statements.get(text)
    if (!found) {
      if (statements.size >= 500) statements.clear()
      const statement = db.prepare(text)
      found = { statement, columns: statement.columns().map(({ name }) => name) } // they do not change while a service runs
      // The objects that the driver makes are slow to read from, and slower to copy.
      statement.setReturnArrays(true)
      statements.set(text, found)
    }
    return found
  }
  return ({ sql, parameters }): QueryResult<unknown> => {
    const began = performance.now()
    try {
      const { statement, columns } = prepared(sql)
      const values = parameters as SQLInputValue[] // the row types hold nothing else; STRICT tables check it
      if (columns.length > 0) {
        const found = statement.all(...values) as unknown as Cells[] // as arrays, in this form
        return { rows: found.map((cells) => namedRow(columns, cells)) }
      }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } finally {
      observe((performance.now() - began) / 1000)
    }
  }
}

type Cells = readonly unknown[]

/** The same, but only inside a transaction: after a full disk SQLite may have ended it by itself, and what follows must not stand alone. */
export function runInTransaction(db: DatabaseSync, run: Run): Run {
  return (query) => {
    if (!db.isTransaction) throw new Unavailable('the transaction is over')
    return run(query)
  }
}

const busy = 5
const notDatabase = 26
const damaged: ReadonlySet<number> = new Set([11, notDatabase])
// busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, locking protocol, not a database
const faults: ReadonlySet<number> = new Set([busy, 6, 7, 8, 10, 11, 13, 14, 15, notDatabase])

export const isBusy = (error: unknown): boolean => primary(error) === busy
/** It is something else altogether. */
export const isNoDatabase = (error: unknown): boolean => primary(error) === notDatabase
/** SQLite takes it for damaged; a check says whether it is. */
export const isDamage = (error: unknown): boolean =>
  damaged.has(primary(error)) || (error instanceof Unavailable && isDamage(error.cause))
/** The storage failed, not the one who used it. */
export const isFault = (error: unknown): boolean => error instanceof Unavailable || faults.has(primary(error))

/** SQLite's primary result code; 0 where the error is not SQLite's. */
function primary(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}
