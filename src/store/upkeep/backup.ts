import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import { hour } from '#kit/time.ts'
import { generationOf, setGeneration } from '../backup-files.ts'
import { makeFolder, sync, syncFolder } from '../durable-files.ts'
import {
  askForCheck,
  CheckError,
  DamageError,
  findDamageInChildProcess,
  isDamage,
  isNoDatabase,
  type State,
  unchanging,
} from '../engine/whole-database.ts'
import { migrations } from '../migrations/migrate.ts'
import { copyPrivate, preparePrivate } from '../private-files.ts'
import { strangePictureName } from './picture-names.ts'

/** The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

class DamagedCopy extends BackupError {}

export interface BackingUp {
  readonly progress?: (done: number, total: number) => void
  /** Aborts, and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined
}

/** Copies the database while it is in use, checks the copy fully, and then gives it its name. Throws `DamageError` if the database is damaged. */
export async function backup(
  file: string,
  target: string,
  { progress = () => {}, signal }: BackingUp = {},
): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no database yet: ${file} does not exist`)
  if (statSync(file).size === 0) throw new DamageError(file, 'it is empty')
  if (existsSync(target)) throw new BackupError(`${target} already exists`)
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
    if (error instanceof DamagedCopy || isDamage(error)) await assertSourceIntact(file, signal)
    throw error
  } finally {
    for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
  }
}

/** The suffix of a backup while it is being written. No other program uses it, so such files may be deleted. */
export const unfinished = '.fettle-partial'

/** Longer than the verification of a backup, during which its file does not change. */
const staleMs = hour

/** Removes the unfinished files of killed backups. The new file tells the time of the file system. */
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
  using source = new DatabaseSync(file, { readOnly: true })
  // Without a snapshot, every write would restart the copy.
  source.exec('begin')
  source.prepare('select count(*) from sqlite_schema').get()
  await copyPages(source, target, {
    rate: 1000,
    progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
  })
  progress(1, 1)
}

/** Checks the database itself, because the disk of the copy may be the faulty one. */
async function assertSourceIntact(file: string, signal: AbortSignal | undefined): Promise<void> {
  const damage = await findings(file, 'live', signal)
  if (damage) throw new DamageError(file, damage)
}

/** Throws unless the file is an intact backup of this or an earlier version of Fettle. */
export async function verify(file: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`)
  if (!statSync(file).isFile()) throw new BackupError(`${file} is not a file`)
  const damage = await findings(file, 'unchanging', signal)
  if (damage) throw new DamagedCopy(`${file} is damaged: ${damage}`)
  using db = new DatabaseSync(unchanging(file), { readOnly: true })
  const ours = db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migration'").get()
  if (!ours) throw new BackupError(`${file} is not a backup of Fettle`)
  const names = db
    .prepare('select name from migration')
    .all()
    .map((row) => String(row['name']))
  const newer = names.filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0) throw new BackupError(`${file} was written by a newer version of Fettle (${newer.join(', ')})`)
  // A trigger would run within Fettle's own changes.
  if (db.prepare("select 1 from sqlite_schema where type in ('trigger', 'view')").get())
    throw new BackupError(`${file} is not a backup of Fettle: it contains triggers or views, and Fettle has none`)
  const strange = strangePictureName(db)
  if (strange)
    throw new BackupError(`${file} is not a backup of Fettle: ${strange} contains a name that no picture can have`)
}

async function findings(file: string, state: State, signal: AbortSignal | undefined): Promise<string | undefined> {
  signal?.throwIfAborted()
  const check = findDamageInChildProcess(file, state, 'full')
  signal?.addEventListener('abort', check.stop, { once: true })
  try {
    return await check.result
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof CheckError ? new BackupError(`${file} could not be verified: ${error.message}`) : error
  } finally {
    signal?.removeEventListener('abort', check.stop)
  }
}

/** The names of the pictures in a backup. Empty if the file is not a database. */
export function picturesIn(file: string): string[] {
  try {
    using db = new DatabaseSync(unchanging(file), { readOnly: true })
    if (!db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'media'").get()) return []
    const rows = db.prepare('select name from media where gone = 0').all()
    return rows.map((row) => String(row['name']))
  } catch (error) {
    if (isNoDatabase(error)) return []
    throw error
  }
}

/** The pictures among these names that a database in use still has. */
export function liveAmong(names: readonly string[], file: string): string[] {
  using db = new DatabaseSync(file, { readOnly: true, timeout: timeLimitMs })
  const kept = db.prepare('select 1 from media where name = ? and gone = 0')
  return names.filter((name) => kept.get(name))
}
const timeLimitMs = 5000

export async function restore(source: string, file: string, now: number): Promise<string | undefined> {
  await verify(source)
  return putInPlace(source, file, now)
}

/**
 * Replaces the database with a verified backup. Keeps the old database beside it and returns its new name. The caller holds the lock of the
 * data folder. If the process is killed, either the old database or the new one is in place.
 */
export async function putInPlace(source: string, file: string, now: number): Promise<string | undefined> {
  const incoming = incomingOf(file)
  try {
    copyPrivate(source, incoming)
    setGeneration(incoming, 1 + Math.max(...[file, source, ...backupsBeside(source)].map(generationOf)))
    await sync(incoming)
    const aside = existsSync(file) ? await keepAside(file, now) : undefined
    askForCheck(file)
    // SQLite would apply an old log to the new database, so the log must be durably removed first.
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

/** Removes the unfinished file of a killed restore. The caller holds the lock of the data folder, so no restore is running. */
export function removeIncoming(file: string): void {
  rmSync(incomingOf(file), { force: true })
}

function backupsBeside(file: string): string[] {
  const dir = dirname(file)
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && /^fettle-.*\.db$/.test(entry.name) ? [join(dir, entry.name)] : [],
  )
}

async function keepAside(file: string, now: number): Promise<string> {
  const aside = `${file}.before-restore-${Temporal.Instant.fromEpochMilliseconds(now).toString().replaceAll(':', '-')}`
  // Copied with its log before it is opened, because SQLite deletes the log of a file that it does not recognise as a database.
  for (const end of ['', '-wal']) {
    if (!existsSync(file + end)) continue
    copyPrivate(file + end, aside + end)
    await sync(aside + end)
  }
  closeCleanly(file)
  return aside
}

/** Opens and closes a database, so that SQLite runs a checkpoint and removes the log. */
function closeCleanly(file: string): void {
  try {
    using db = new DatabaseSync(file)
    db.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // It is damaged, which may be why it is being replaced.
  }
}
