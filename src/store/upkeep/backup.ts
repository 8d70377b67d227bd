import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import { hour } from '#kit/time.ts'
import { makeFolder, sync, syncFolder } from '../durable-files.ts'
import {
  askForCheck,
  Damaged,
  findDamageBeside,
  isDamage,
  isNoDatabase,
  type State,
  Unchecked,
  unchanging,
} from '../engine/whole-database.ts'
import { migrations } from '../migrations/migrate.ts'
import { copyPrivate, preparePrivate } from '../private-files.ts'
import { strangePictureName } from './picture-names.ts'

/** Something about a backup that the person at the keyboard has to know. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A copy in which a check has found damage. */
class DamagedCopy extends BackupError {}

export interface BackingUp {
  readonly progress?: (done: number, total: number) => void
  /** Gives up, and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies the live database while it is in use, checks the copy fully, and only then gives it its name. `Damaged` if it is
 * the database that is.
 */
export async function backup(
  file: string,
  target: string,
  { progress = () => {}, signal }: BackingUp = {},
): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no database yet: ${file} does not exist`)
  if (statSync(file).size === 0) throw new Damaged(file, 'it is empty')
  if (existsSync(target)) throw new BackupError(`${target} exists already`)
  await makeFolder(dirname(target))
  const partial = `${target}${unfinished}`
  rmSync(partial, { force: true })
  try {
    preparePrivate(partial)
    removeStale(partial)
    await copy(file, partial, (done, total) => {
      signal?.throwIfAborted()
      progress(done, total)
    })
    await verify(partial, signal)
    await sync(partial)
    renameSync(partial, target)
    await syncFolder(dirname(target))
  } catch (error) {
    if (error instanceof DamagedCopy || isDamage(error)) await assertSourceWhole(file, signal)
    throw error
  } finally {
    for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
  }
}

/** The end of a backup's name while it is being written. No other program uses it, so what has it may be removed. */
export const unfinished = '.fettle-partial'

/** Longer than it takes to verify a backup: until then the copying changes it all the time. */
const staleMs = hour

/** Removes what backups left in this folder that were killed. The file that was just made tells the time of the file system. */
function removeStale(partial: string): void {
  const folder = dirname(partial)
  const stale = statSync(partial).mtimeMs - staleMs
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isOurs = ['', '-journal'].some((end) => name.endsWith(unfinished + end))
    if (isOurs && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? stale + 1) <= stale)
      rmSync(path, { force: true })
  }
}

async function copy(file: string, target: string, progress: (done: number, total: number) => void): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    // One view of the data for the whole copy: without it every write would make SQLite start the copy anew.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await copyPages(source, target, {
      rate: 1000,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    })
    progress(1, 1)
  } finally {
    source.close()
  }
}

/** The copy's disk may be the one that is failing, so the database itself is looked at before anything is said of it. */
async function assertSourceWhole(file: string, signal: AbortSignal | undefined): Promise<void> {
  const damage = await findings(file, 'live', signal)
  if (damage) throw new Damaged(file, damage)
}

/** Opens a backup as a restore would; throws unless it is whole and ours. */
export async function verify(file: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`)
  if (!statSync(file).isFile()) throw new BackupError(`${file} is not a file`)
  const damage = await findings(file, 'unchanging', signal)
  if (damage) throw new DamagedCopy(`${file} is damaged: ${damage}`)
  const db = new DatabaseSync(unchanging(file), { readOnly: true })
  try {
    const ours = db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migration'").get()
    if (!ours) throw new BackupError(`${file} is not a backup of Fettle`)
    const names = db
      .prepare('select name from migration')
      .all()
      .map((row) => String(row['name']))
    const newer = names.filter((name) => !Object.hasOwn(migrations, name))
    if (newer.length > 0)
      throw new BackupError(`${file} was written by a newer version of Fettle (${newer.join(', ')})`)
    // A trigger would run with our own changes.
    if (db.prepare("select 1 from sqlite_schema where type in ('trigger', 'view')").get())
      throw new BackupError(`${file} is not a backup of Fettle: it contains triggers or views, and Fettle has none`)
    const strange = strangePictureName(db)
    if (strange)
      throw new BackupError(`${file} is not a backup of Fettle: ${strange} contains a name that no picture can have`)
  } finally {
    db.close()
  }
}

async function findings(file: string, state: State, signal: AbortSignal | undefined): Promise<string | undefined> {
  signal?.throwIfAborted()
  const check = findDamageBeside(file, state, 'full')
  signal?.addEventListener('abort', check.stop, { once: true })
  try {
    return await check.result
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof Unchecked ? new BackupError(`${file} could not be verified: ${error.message}`) : error
  } finally {
    signal?.removeEventListener('abort', check.stop)
  }
}

/** The names of the pictures that a backup at rest knows of: none if it is no backup. */
export function picturesIn(file: string): string[] {
  const db = new DatabaseSync(unchanging(file), { readOnly: true })
  try {
    if (!db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'media'").get()) return []
    return db
      .prepare('select name from media where gone = 0')
      .all()
      .map((row) => String(row['name']))
  } catch (error) {
    if (isNoDatabase(error)) return []
    throw error
  } finally {
    db.close()
  }
}

/** Those of these names that a database in use still has pictures for. */
export function liveAmong(names: readonly string[], file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: patienceMs })
  try {
    const kept = db.prepare('select 1 from media where name = ? and gone = 0')
    return names.filter((name) => kept.get(name))
  } finally {
    db.close()
  }
}
const patienceMs = 5000

export async function restore(source: string, file: string, now: number): Promise<string | undefined> {
  await verify(source)
  return putInPlace(source, file, now)
}

/**
 * Puts a verified backup in the place of the database. What was there is kept beside it; the name it got is the answer.
 * The caller holds the data folder's lock. Killed half-way, either the old database or the new one is in place.
 */
export async function putInPlace(source: string, file: string, now: number): Promise<string | undefined> {
  const incoming = incomingOf(file)
  try {
    copyPrivate(source, incoming)
    setGeneration(incoming, 1 + Math.max(...[file, source, ...backupsBeside(source)].map(generationOf)))
    await sync(incoming)
    const aside = existsSync(file) ? await keepAside(file, now) : undefined
    askForCheck(file)
    // A log that stayed would be played into the new database: it has to be gone for good before that takes its place.
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    await syncFolder(dirname(file))
    renameSync(incoming, file)
    await syncFolder(dirname(file))
    return aside
  } finally {
    rmSync(incoming, { force: true })
  }
}

const incomingOf = (file: string) => `${file}.incoming`

/** Removes leftovers of a killed restore. The caller holds the data folder's lock, so no restore is running. */
export function removeIncoming(file: string): void {
  rmSync(incomingOf(file), { force: true })
}

function backupsBeside(file: string): string[] {
  const dir = dirname(file)
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && /^fettle-.*\.db$/.test(entry.name) ? [join(dir, entry.name)] : [],
  )
}

const magic = 'SQLite format 3\0'
// One of the two numbers in the head of the file that SQLite leaves to the application: pragma application_id. The other, user_version,
// is written anew all the time, by whoever wants a frame in the log.
const generationAt = 68

/** How many restores lie behind a database: of two backups, the one with more is later, whatever else they say. */
export function generationOf(file: string): number {
  const head = Buffer.alloc(generationAt + 4)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, head)
    } finally {
      closeSync(handle)
    }
  } catch {
    return 0 // not there, or not to be read: then it has nothing to say
  }
  return head.toString('latin1', 0, magic.length) === magic ? head.readUInt16BE(generationAt + 2) : 0
}

/** For a file that no process has open. */
function setGeneration(file: string, generation: number): void {
  const number = Buffer.alloc(4)
  number.writeUInt16BE(generation % 0x10000, 2)
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, number, 0, number.length, generationAt)
  } finally {
    closeSync(handle)
  }
}

async function keepAside(file: string, now: number): Promise<string> {
  const aside = `${file}.before-restore-${Temporal.Instant.fromEpochMilliseconds(now).toString().replaceAll(':', '-')}`
  // With its log, and before it is opened: SQLite throws away the log of what it does not take for a database.
  for (const end of ['', '-wal']) {
    if (!existsSync(file + end)) continue
    copyPrivate(file + end, aside + end)
    await sync(aside + end)
  }
  closeCleanly(file)
  return aside
}

/** Opened once more, a database writes its log back into itself and removes it. */
function closeCleanly(file: string): void {
  try {
    const db = new DatabaseSync(file)
    try {
      db.exec('pragma wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  } catch {
    // Damaged beyond that, which is why it is being replaced.
  }
}
