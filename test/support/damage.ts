import { closeSync, openSync, statSync, writeSync } from 'node:fs'

const page = 4096

/** Overwrites the last pages of a database file, as a failing disk would: it opens without complaint. */
export function damage(file: string, pages = 4): void {
  const handle = openSync(file, 'r+')
  try {
    const junk = Buffer.alloc(pages * page, 0xa5)
    writeSync(handle, junk, 0, junk.length, statSync(file).size - junk.length)
  } finally {
    closeSync(handle)
  }
}
