import { chmodSync, closeSync, copyFileSync, openSync } from 'node:fs'

/** Names, phones and codes: for their owner's eyes alone. Where files have no modes, it makes no difference. */
const ownerOnly = 0o600

/** Makes an empty file for SQLite to fill, unless there is one. What SQLite lays beside it gets the same mode. */
export function preparePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch {
    // It is there, or it cannot be made, which SQLite says in a moment.
  }
}

/** A copy takes the mode of what it is a copy of. */
export function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, ownerOnly)
}
