const megabyte = 1024 * 1024

/** SQLite truncates its write-ahead log to this size after a checkpoint. */
export const walLimit = 64 * megabyte

/** A much larger log means that checkpoints fail, or that a reader runs for hours. */
export function isWalTooLarge(bytes: number): boolean {
  return bytes > 4 * walLimit
}

/** With less free space a backup, which is as large as the database, may not fit. */
export function diskNeeded(databaseBytes: number): number {
  return Math.max(200 * megabyte, 2 * databaseBytes)
}
