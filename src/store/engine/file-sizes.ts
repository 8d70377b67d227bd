import { statSync } from 'node:fs'

/** How large an SQLite database and its write-ahead log are. */
export function sizesOf(file: string): { readonly bytes: number; readonly walBytes: number } {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return { bytes: size(file), walBytes: size(`${file}-wal`) }
}
