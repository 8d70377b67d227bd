import { statSync } from 'node:fs'
import type { Config, SqliteConfig } from '#config/config.ts'
import { day, hour } from '#kit/time.ts'
import { isBackupTooOld } from '#rules/team/backups.ts'
import { diskNeeded, isWalTooLarge } from '#rules/team/resources.ts'
import { latestBackup } from '#store/backup-files.ts'
import { sizesOf } from '#store/engine/whole-database.ts'
import { activityIn } from '#store/upkeep/inspect.ts'
import { freeBytes, isSameDisk } from './folders.ts'

export interface Finding {
  readonly what: string
  readonly problem?: string
  readonly note?: string
}

/** Checks disk, files and backups. Reads only. */
export function doctorResources({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>, now: number): Finding[] {
  if (database.kind !== 'sqlite') return [disk('disk', dataDir, 0)]
  const { dir } = database.backups
  const { bytes, walBytes } = sizesOf(database.file)
  return [
    disk('disk', dataDir, bytes),
    ...(isSameDisk(dataDir, dir) ? [] : [disk('disk of the backups', dir, bytes)]),
    ...(bytes === 0 ? [] : [files(bytes, walBytes)]),
    backups(database, now),
  ]
}

function disk(what: string, dir: string, databaseBytes: number): Finding {
  const free = freeBytes(dir)
  const note = `${sizeText(free)} free`
  return free < diskNeeded(databaseBytes) ? { what, problem: `only ${note}: a backup needs room too` } : { what, note }
}

function files(bytes: number, walBytes: number): Finding {
  const [what, note] = ['database files', `${sizeText(bytes)}, and ${sizeText(walBytes)} of write-ahead log`]
  return isWalTooLarge(walBytes)
    ? { what, problem: `${note}: the log is not written back to the database. See the log of the service` }
    : { what, note }
}

function backups({ file, backups: { dir } }: SqliteConfig, now: number): Finding {
  const what = 'backups'
  const latest = latestBackup(dir)
  const newest = latest === undefined ? undefined : statSync(latest).mtimeMs
  const note = newest === undefined ? `none yet in ${dir}` : `the newest is ${ageText(now - newest)} old`
  const activity = activityOrNothing(file)
  const old = activity !== undefined && isBackupTooOld({ ...activity, newest }, now)
  return old ? { what, problem: `${note}, and later changes are in none. See the log of the service` } : { what, note }
}

/** Another finding reports a database that cannot be read. */
function activityOrNothing(file: string) {
  try {
    return activityIn(file)
  } catch {
    return undefined
  }
}

function sizeText(bytes: number): string {
  const [unit, name] = bytes < 2 ** 30 ? [2 ** 20, 'MB'] : [2 ** 30, 'GB']
  return `${(bytes / unit).toFixed(1)} ${name}`
}

function ageText(ms: number): string {
  return ms < 2 * day ? `${Math.max(0, Math.round(ms / hour))} hours` : `${Math.floor(ms / day)} days`
}
