import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { childEnvironment } from '#config/child-environment.ts'
import { isDamage } from './sqlite-connection.ts'

/** True if another process may write the file: a backup at rest is opened without creating files beside it. */
export type State = 'live' | 'unchanging'

/** `quick` looks at every page; `full` also compares every index with its table and takes some five times as long. */
export type Depth = 'quick' | 'full'

/** The database is damaged: a check has found it so. */
export class Damaged extends Error {
  override name = 'Damaged'
  readonly what: string

  constructor(file: string, what: string, remedy = '') {
    super(`The database ${file} is damaged (${what}). ${remedy}`.trimEnd())
    this.what = what
  }
}

/** The check could not be done, which says nothing of the database. */
export class Unchecked extends Error {
  override name = 'Unchecked'
}

/** The address under which SQLite takes a file as it is, log or no log. */
export function unchanging(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** Without a log beside it no process has it open, and SQLite can read it without creating a log. */
export function stateOf(file: string): State {
  return existsSync(`${file}-wal`) ? 'live' : 'unchanging'
}

/** The address under which a database is read and nothing laid beside it. */
export const asItIs = (file: string): string | URL => (stateOf(file) === 'live' ? file : unchanging(file))

/** Whether a check takes a moment only. */
export const isSmall = (file: string) => sizeOf(file) < 64 * 1024 * 1024

const patienceMs = 5000
const pragmas: Readonly<Record<Depth, string>> = { quick: 'quick_check', full: 'integrity_check' }

/** What SQLite's own check finds first, or nothing. Overwritten pages open without complaint: only this sees them. */
export function findDamage(file: string, state: State = 'live', depth: Depth = 'quick'): string | undefined {
  return found(file, state, (db) => {
    const [first] = Object.values(db.prepare(`pragma ${pragmas[depth]}(1)`).get() ?? {})
    return first === 'ok' ? undefined : String(first)
  })
}

/**
 * What shows at once, however large the file: it is no database, it was cut short, its schema cannot be read. Pages that are
 * missing from the file may still be in its log.
 */
export function findObviousDamage(file: string): string | undefined {
  return found(file, stateOf(file), (db) => {
    db.prepare('select count(*) from sqlite_schema').get()
    const { page_count: pages } = db.prepare('pragma page_count').get() ?? {}
    const { page_size: size } = db.prepare('pragma page_size').get() ?? {}
    // The log first: what leaves it is in the file already.
    const inLog = Math.floor(sizeOf(`${file}-wal`) / (Number(size) + frameHeader))
    const missing = Number(pages) - Math.floor(sizeOf(file) / Number(size))
    return missing > inLog ? `${missing} of its ${pages} pages are missing` : undefined
  })
}
const frameHeader = 24

function found(file: string, state: State, look: (db: DatabaseSync) => string | undefined): string | undefined {
  try {
    const db = new DatabaseSync(state === 'live' ? file : unchanging(file), { readOnly: true, timeout: patienceMs })
    try {
      return look(db)?.replaceAll(/\s+/g, ' ')
    } finally {
      db.close()
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (isDamage(error)) return why
    throw new Unchecked(why, { cause: error })
  }
}

/**
 * To SQLite a disk that fails to read for a moment looks like damage (EIO becomes SQLITE_CORRUPT). So a finding counts only
 * if it is there once more after every byte could be read. For a process without other connections to the file: closing it
 * by hand takes their locks away.
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
    throw new Unchecked(String(error), { cause: error })
  }
}

/** A check in a process of its own. */
export interface Check {
  readonly pid: number | undefined
  /** What it found, or nothing; `Unchecked` if it ended before it was done. */
  readonly result: Promise<string | undefined>
  /** Ends it; resolves when it has ended. */
  readonly stop: () => Promise<unknown>
}

/**
 * The same in a process of its own, beside the running service: a thread would do, but leaves its memory with the service
 * for good.
 */
export function findDamageBeside(file: string, state: State = 'live', depth: Depth = 'quick'): Check {
  const program = fileURLToPath(new URL('./integrity-process.ts', import.meta.url))
  const ended = Promise.withResolvers<string>()
  let pid: number | undefined
  let kill = () => {}
  try {
    // Loaded here, when the start is over.
    const { spawn } = process.getBuiltinModule('node:child_process')
    // Its standard input tells it when we are gone.
    const child = spawn(process.execPath, [program, file, state, depth], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnvironment(),
    })
    pid = child.pid
    kill = () => void child.kill('SIGKILL') // a process that was stopped hears nothing else
    const said: Buffer[] = []
    child.once('error', (error) => ended.reject(new Unchecked(`no process for it: ${error.message}`)))
    child.once('close', () => ended.resolve(Buffer.concat(said).toString('utf8')))
    // Without a process there may be no pipes either.
    child.stdin?.on('error', () => {})
    child.stdout?.on('data', (part: Buffer) => said.push(part))
  } catch (error) {
    ended.reject(new Unchecked(`no process for it: ${error}`))
  }
  const result = ended.promise.then(verdict)
  result.catch(() => {}) // whoever stops it need not listen
  return {
    pid,
    result,
    stop() {
      kill()
      return ended.promise.catch(() => {})
    },
  }
}

/** What the program beside us says at its end. */
export interface Said {
  readonly found?: string
  readonly unchecked?: string
}

function verdict(text: string): string | undefined {
  if (text === '') throw new Unchecked('its process ended before it was done')
  const { found, unchecked } = JSON.parse(text) as Said // our own program's
  if (unchecked !== undefined) throw new Unchecked(unchecked)
  return found
}

const mark = (file: string) => `${file}.check`
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Asks the next start for a full check before it serves. */
export function askForCheck(file: string): void {
  writeFileSync(mark(file), '', { mode: 0o600 })
}

/**
 * Which check the next start owes. A restore asks for one, and so does a process that found possible damage. Otherwise a clean stop
 * leaves no write-ahead log behind; one that is there means a crash.
 */
export function owedCheck(file: string): Depth | undefined {
  if (existsSync(mark(file))) return 'full'
  return sizeOf(`${file}-wal`) > 0 ? 'quick' : undefined
}

/** The full check has been done. */
export function clearDamageMark(file: string): void {
  rmSync(mark(file), { force: true })
}
