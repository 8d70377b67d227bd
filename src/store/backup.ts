import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import { day, localDate, zoned } from '#kit/time.ts'
import { askForCheck, findDamage } from './integrity.ts'
import { migrations } from './migrate.ts'

/** Something about a backup that the person at the keyboard has to know. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Copies the live database while it is in use, checks the copy, and only then gives it its name. */
export async function backup(
  file: string,
  target: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<void> {
  if (existsSync(target)) throw new BackupError(`${target} exists already`)
  mkdirSync(dirname(target), { recursive: true })
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  try {
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      await copyPages(source, partial, {
        rate: 1000,
        progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
      })
    } finally {
      source.close()
    }
    verify(partial)
    sync(partial)
    renameSync(partial, target)
    sync(dirname(target))
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(partial + end, { force: true })
  }
}

/** Opens a backup as a restore would; throws unless it is whole and ours. */
export function verify(file: string): void {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`)
  const damage = findDamage(file)
  if (damage) throw new BackupError(`${file} is damaged: ${damage}`)
  const db = new DatabaseSync(file, { readOnly: true })
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
  } finally {
    db.close()
  }
}

/**
 * Puts a verified backup in the place of the database. What was there is kept beside it; the name it got is the answer.
 * The caller holds the data folder's lock. Killed half-way, either the old database or the new one is in place.
 */
export function restore(source: string, file: string, now: number): string | undefined {
  verify(source)
  const incoming = `${file}.incoming`
  copyFileSync(source, incoming)
  sync(incoming)
  askForCheck(file)
  let aside: string | undefined
  if (existsSync(file)) {
    aside = `${file}.before-restore-${Temporal.Instant.fromEpochMilliseconds(now).toString().replaceAll(':', '-')}`
    // The old log belongs to the old database: opened with it once more, it is written back and goes away.
    closeCleanly(file)
    copyFileSync(file, aside)
    sync(aside)
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  }
  renameSync(incoming, file)
  sync(dirname(file))
  return aside
}

function closeCleanly(file: string): void {
  try {
    const db = new DatabaseSync(file)
    db.exec('pragma wal_checkpoint(truncate)')
    db.close()
  } catch {
    // Damaged beyond opening, which is why it is being replaced; the copy beside it keeps what there is.
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const nightly = /^fettle-(\d{4}-\d{2}-\d{2})\.db$/
const nightHour = 3

/** The newest nightly backup, for the message that tells how to get it back. */
export function latestBackup(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const name = readdirSync(dir)
    .filter((entry) => nightly.test(entry))
    .sort()
    .at(-1)
  return name && join(dir, name)
}

/**
 * Takes the backup of this night, once it is past three in the team's zone and there is none yet, and removes those
 * that are too old. Answers the file it wrote. Called now and then; called again it does nothing.
 */
export async function backupNightly(
  file: string,
  { dir, keepDays }: { dir: string; keepDays: number },
  now: number,
  zone: string,
): Promise<string | undefined> {
  const date = localDate(now, zone)
  const target = join(dir, `fettle-${date}.db`)
  if (zoned(now, zone).hour < nightHour || existsSync(target)) return undefined
  await backup(file, target)
  const oldest = localDate(now - keepDays * day, zone)
  for (const name of readdirSync(dir)) {
    const [, made] = nightly.exec(name) ?? []
    if (made !== undefined && made <= oldest) rmSync(join(dir, name))
  }
  return target
}
