import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const page = 4096

/** Overwrites the last pages of a database file, as a failing disk would. The file still opens. */
export function damage(file: string, pages = 4): void {
  const handle = openSync(file, 'r+')
  try {
    const junk = Buffer.alloc(pages * page, 0xa5)
    writeSync(handle, junk, 0, junk.length, statSync(file).size - junk.length)
  } finally {
    closeSync(handle)
  }
}

/** Damages a file temporarily. The returned function restores it. */
export function damageTemporarily(file: string, harm: (file: string) => void = damage): () => void {
  const whole = readFileSync(file)
  harm(file)
  return () => writeFileSync(file, whole)
}

/** Makes an index disagree with its table: every page is valid, but a search by this index misses a row. */
export function breakIndex(file: string): void {
  const index = "name = 'feedback_by_person'"
  const write = (work: (db: DatabaseSync) => void) => {
    const db = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false })
    db.exec('pragma writable_schema = on')
    work(db)
    db.close()
  }
  let row: [string, string, string, number, string] | undefined
  write((db) => {
    const found = db.prepare(`select * from sqlite_schema where ${index}`).get() ?? {}
    row = Object.values(found) as typeof row // the columns of sqlite_schema
    db.exec(`delete from sqlite_schema where ${index}`)
  })
  write((db) => {
    db.exec('update feedback set person_id = person_id + 1 where id = 1')
    db.prepare('insert into sqlite_schema values (?, ?, ?, ?, ?)').run(...(row ?? []))
  })
}

/** Flips one bit of a key in an index: every page stays valid, but the index names a missing row. */
export function flipIndexBit(file: string, index = 'feedback_by_person'): void {
  const db = new DatabaseSync(file)
  db.exec('pragma wal_checkpoint(truncate)')
  const { root } = db.prepare('select rootpage as root from sqlite_schema where name = ?').get(index) ?? {}
  db.close()
  const bytes = readFileSync(file)
  const start = (Number(root) - 1) * page
  // The last cell of a leaf page: its length, the length of its header, the types of its columns, and finally the row id.
  const cell = start + bytes.readUInt16BE(start + 8)
  const end = cell + 1 + (bytes[cell] ?? 0) - 1
  bytes.writeUInt8((bytes[end] ?? 0) ^ 0x40, end)
  writeFileSync(file, bytes)
}
