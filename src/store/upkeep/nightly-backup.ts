import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { localDate, zoned } from '#kit/time.ts'
import { expiredBackups, hasBackupOf } from '#rules/team/backups.ts'
import { nightlyBackupsIn } from '../backup-files.ts'
import { backup } from './backup.ts'

// Includes the names of an earlier version.
const unfinished = /^fettle-\d{4}-\d{2}-\d{2}(?:-\d)?\.db\.(?:fettle-)?partial/
/** The hour of the nightly jobs, in the team's time zone. */
export const nightHour = 3
/** Limits the backups of one date, even if the clock jumps back and forth. */
const endings = ['', '-2', '-3']

/**
 * Takes the backup of this night, if it is past three in the team's zone and there is none yet, and returns its path. Deletes expired backups
 * by the time `believed`, which is behind `now` while the clock is not trusted.
 */
export async function backupNightly(
  file: string,
  { dir, keepDays }: { dir: string; keepDays: number },
  now: number,
  zone: string,
  { believed = now, signal }: { readonly believed?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const tonight = localDate(now, zone)
  if (zoned(now, zone).hour < nightHour || hasBackupOf(nightlyBackupsIn(dir), tonight)) return undefined
  const target = endings.map((ending) => join(dir, `fettle-${tonight}${ending}.db`)).find((path) => !existsSync(path))
  if (target === undefined) return undefined
  await backup(file, target, { signal })
  const today = zoned(believed, zone).toPlainDate()
  const oldest = today.subtract({ days: keepDays }).toString()
  const old = expiredBackups(nightlyBackupsIn(dir), today.toString(), oldest)
  // Only one service uses the data folder, so an unfinished file is of a killed process.
  for (const name of readdirSync(dir))
    if (unfinished.test(name) || old.has(name)) rmSync(join(dir, name), { force: true })
  return target
}
