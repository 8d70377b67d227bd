import { closeSync, existsSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { startProgram } from '#config/child-process.ts'
import { isDamage, sizesOf } from './sqlite-connection.ts'

/** A `live` file may be open in another process. An `unchanging` one, such as a backup, is opened as immutable, which creates no files. */
export type State = 'live' | 'unchanging'

/** `quick` checks every page. `full` also compares every index with its table and takes about five times as long. */
export type Depth = 'quick' | 'full'

/** A check has found damage. */
export class DamageError extends Error {
  override name = 'DamageError'
  readonly what: string

  constructor(file: string, what: string, remedy = '') {
    super(`The database ${file} is damaged (${what}). ${remedy}`.trimEnd())
    this.what = what
  }
}

/** The check could not be completed. The database may be intact. */
export class CheckError extends Error {
  override name = 'CheckError'
}

/** A URL that makes SQLite ignore the write-ahead log and create no files. */
export function unchanging(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** A file without a write-ahead log is open in no process. */
export function stateOf(file: string): State {
  return existsSync(`${file}-wal`) ? 'live' : 'unchanging'
}

/** Opening this reads a database without creating files. */
export const readOnlyUrl = (file: string): string | URL => (stateOf(file) === 'live' ? file : unchanging(file))

/** True if a check takes only a moment. */
export const isSmall = (file: string) => sizesOf(file).bytes < 64 * 1024 * 1024

const timeLimitMs = 5000
const pragmas: Readonly<Record<Depth, string>> = { quick: 'quick_check', full: 'integrity_check' }

/** The first problem that SQLite's own check finds. Opening a file does not notice overwritten pages. */
export function findDamage(file: string, state: State = 'live', depth: Depth = 'quick'): string | undefined {
  return inspect(file, state, (db) => {
    const [first] = Object.values(db.prepare(`pragma ${pragmas[depth]}(1)`).get() ?? {})
    return first === 'ok' ? undefined : String(first)
  })
}

/**
 * Damage that can be found at once in a file of any size: it is not a database, it is truncated, or its schema cannot be read. Pages beyond
 * the end of the file may still be in the write-ahead log.
 */
export function findObviousDamage(file: string): string | undefined {
  return inspect(file, stateOf(file), (db) => {
    db.prepare('select count(*) from sqlite_schema').get()
    const { page_count: pages } = db.prepare('pragma page_count').get() ?? {}
    const { page_size: size } = db.prepare('pragma page_size').get() ?? {}
    const { walBytes, bytes } = sizesOf(file)
    const inLog = Math.floor(walBytes / (Number(size) + frameHeader))
    const missing = Number(pages) - Math.floor(bytes / Number(size))
    return missing > inLog ? `${missing} of its ${pages} pages are missing` : undefined
  })
}
const frameHeader = 24

function inspect(file: string, state: State, look: (db: DatabaseSync) => string | undefined): string | undefined {
  try {
    const db = new DatabaseSync(state === 'live' ? file : unchanging(file), { readOnly: true, timeout: timeLimitMs })
    try {
      return look(db)?.replaceAll(/\s+/g, ' ')
    } finally {
      db.close()
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (isDamage(error)) return why
    throw new CheckError(why, { cause: error })
  }
}

/**
 * Repeats a check that found damage, after reading every byte: SQLite reports a transient read error (EIO) as SQLITE_CORRUPT. Call it only in
 * a process without other connections to the file, because closing a file descriptor releases the POSIX locks of all of them.
 */
export function confirmDamage(file: string, state: State, depth: Depth): string | undefined {
  if (findDamage(file, state, depth) === undefined) return undefined
  for (const path of [file, `${file}-wal`]) if (existsSync(path)) readThrough(path)
  return findDamage(file, state, depth)
}

function readThrough(path: string): void {
  const part = Buffer.alloc(1024 * 1024)
  try {
    const handle = openSync(path, 'r')
    try {
      while (readSync(handle, part) > 0);
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw new CheckError(String(error), { cause: error })
  }
}

/** A check in a child process. */
export interface Check {
  readonly pid: number | undefined
  readonly result: Promise<string | undefined>
  /** Kills it, and resolves when it has ended. */
  readonly stop: () => Promise<void>
}

/** The result as the child process writes it. */
export interface CheckOutput {
  readonly damage?: string
  readonly unchecked?: string
}

/** Checks a database in a child process. A thread would leave its memory allocated in the service. */
export function findDamageInChildProcess(file: string, state: State = 'live', depth: Depth = 'quick'): Check {
  const program = new URL('./integrity-process.ts', import.meta.url)
  const { pid, output, stop } = startProgram(program, [file, state, depth])
  const result = output.then(resultOf, (error: Error) => {
    throw new CheckError(`the check of the database failed: ${error.message}`)
  })
  result.catch(() => {}) // a caller that stops the check need not await the result
  return { pid, result, stop }
}

function resultOf(output: string): string | undefined {
  const { damage, unchecked } = JSON.parse(output) as CheckOutput // written by integrity-process.ts
  if (unchecked !== undefined) throw new CheckError(unchecked)
  return damage
}

const mark = (file: string) => `${file}.check`

/** Marks the database, so that the next start checks it fully before it serves. */
export function askForCheck(file: string): void {
  writeFileSync(mark(file), '', { mode: 0o600 })
}

/** The check that a start must make first: full if the file is marked, quick after a crash. A clean stop leaves no write-ahead log. */
export function requiredCheck(file: string): Depth | undefined {
  if (existsSync(mark(file))) return 'full'
  return sizesOf(file).walBytes > 0 ? 'quick' : undefined
}

/** Removes the mark of `askForCheck` after a full check. */
export function clearDamageMark(file: string): void {
  rmSync(mark(file), { force: true })
}
