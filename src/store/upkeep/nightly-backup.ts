import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SqliteConfig } from '#config/config.ts'
import { localDate, zoned } from '#kit/time.ts'
import {
  type BackupContent,
  expiredBackups,
  hasBackupOf,
  type NightlyBackup,
  sortedByContent,
} from '#rules/team/backups.ts'
import { unchanging } from '../engine/whole-database.ts'
import { backup, generationOf } from './backup.ts'

const nightly = /^fettle-(\d{4}-\d{2}-\d{2})(?:-\d)?\.db$/
// Also as an earlier version named them.
const unfinished = /^fettle-\d{4}-\d{2}-\d{2}(?:-\d)?\.db\.(?:fettle-)?partial/
/** When the night's work is done, by the team's clock. */
export const nightHour = 3
/** A clock that goes back and forth takes no more of one date than these. */
const endings = ['', '-2', '-3']

// A backup does not change once it has its name, and metrics are read often.
const known = new Map<string, BackupContent | undefined>()

/** The nightly backup with the newest content, for the message that tells how to get it back. */
export function latestBackup(dir: string): string | undefined {
  const newest = sortedByContent(nightlyIn(dir)).at(-1)
  return newest && join(dir, newest.name)
}

function nightlyIn(dir: string): NightlyBackup[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir).flatMap((name) => {
    const [, date] = nightly.exec(name) ?? []
    return date === undefined ? [] : [{ name, date, content: contentOf(join(dir, name)) }]
  })
}

function contentOf(file: string): BackupContent | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) return undefined
  const key = [file, stat.ino, stat.size, stat.mtimeMs].join()
  if (!known.has(key)) {
    if (known.size > 1000) known.clear()
    known.set(key, readContent(file))
  }
  return known.get(key)
}

function readContent(file: string): BackupContent | undefined {
  try {
    const db = new DatabaseSync(unchanging(file), { readOnly: true })
    try {
      const last = db.prepare("select seq from sqlite_sequence where name = 'log'").get()
      return { generation: generationOf(file), lastEntry: Number(last?.['seq'] ?? 0) }
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

/** A database of no length at all would be taken for a new one, and a team with backups would find itself empty. */
export function emptied({ file, backups }: SqliteConfig): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size
  return size(file) === 0 && (Boolean(size(`${file}-wal`)) || latestBackup(backups.dir) !== undefined)
}

/** How to get the last backup back. */
export function damageRemedy({ backups: { dir } }: SqliteConfig): string {
  const backup = latestBackup(dir)
  return backup
    ? `Restore the last backup: npm run fettle -- restore ${backup}`
    : `There is no backup in ${dir}. If you have one: npm run fettle -- restore <file>`
}

/**
 * Takes the backup of this night, once it is past three in the team's zone and there is none yet, and removes those
 * that are too old by `believed`, which is behind `now` while the clock is not to be trusted. Answers the file it wrote. Called
 * now and then; called again it does nothing.
 */
export async function backupNightly(
  file: string,
  { dir, keepDays }: { dir: string; keepDays: number },
  now: number,
  zone: string,
  { believed = now, signal }: { readonly believed?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const tonight = localDate(now, zone)
  if (zoned(now, zone).hour < nightHour || hasBackupOf(nightlyIn(dir), tonight)) return undefined
  const target = endings.map((ending) => join(dir, `fettle-${tonight}${ending}.db`)).find((path) => !existsSync(path))
  if (target === undefined) return undefined
  await backup(file, target, { signal })
  const today = zoned(believed, zone).toPlainDate()
  const oldest = today.subtract({ days: keepDays }).toString()
  const old = expiredBackups(nightlyIn(dir), today.toString(), oldest)
  // Unfinished files of a killed process are removed too: only one service uses the data folder.
  for (const name of readdirSync(dir))
    if (unfinished.test(name) || old.has(name)) rmSync(join(dir, name), { force: true })
  return target
}
