import { chmodSync, closeSync, copyFileSync, openSync } from 'node:fs'

/** Files with personal data and codes are readable by their owner only. */
const ownerOnly = 0o600

/** Creates an empty file for SQLite, unless it exists. SQLite gives the log beside it the same mode. */
export function preparePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch {
    // The file exists, or it cannot be created and opening the database reports it.
  }
}

/** Copying a file copies its mode, so the mode is set afterwards. */
export function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, ownerOnly)
}
