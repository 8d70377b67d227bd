import { day } from '#kit/time.ts'

const megabyte = 1024 * 1024

/** SQLite cuts its write-ahead log to this after it has written it back. */
export const walLimit = 64 * megabyte

/** A log far beyond the limit means that it is not written back, or that a reader runs for hours. */
export function isWalTooLarge(bytes: number): boolean {
  return bytes > 4 * walLimit
}

/** Below this a backup, which is as large as the database, may not fit any more. */
export function diskNeeded(databaseBytes: number): number {
  return Math.max(200 * megabyte, 2 * databaseBytes)
}

/** When people first and last changed something, and when the newest backup was taken. */
export interface BackupTimes {
  readonly first: number
  readonly last: number
  readonly newest: number | undefined
}

/** Whether changes are in no backup although there should have been one: they are taken each night. */
export function isBackupTooOld({ first, last, newest }: BackupTimes, now: number): boolean {
  if (newest === undefined) return now - first > 2 * day
  return last > newest && now - newest > 2 * day
}
