import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SqliteConfig } from '#config/config.ts'
import { type BackupContent, type NightlyBackup, sortedByContent } from '#rules/team/backups.ts'
import { unchanging } from './engine/whole-database.ts'

const nightlyName = /^fettle-(\d{4}-\d{2}-\d{2})(?:-\d)?\.db$/

/** The content of backups by path and file status. A backup does not change once it has its name, and metrics are read often. */
const cache = new Map<string, BackupContent | undefined>()

/** The path of the nightly backup with the newest content. */
export function latestBackup(dir: string): string | undefined {
  const newest = sortedByContent(nightlyBackupsIn(dir)).at(-1)
  return newest && join(dir, newest.name)
}

export function nightlyBackupsIn(dir: string): NightlyBackup[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir).flatMap((name) => {
    const [, date] = nightlyName.exec(name) ?? []
    return date === undefined ? [] : [{ name, date, content: contentOf(join(dir, name)) }]
  })
}

function contentOf(file: string): BackupContent | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) return undefined
  const key = [file, stat.ino, stat.size, stat.mtimeMs].join()
  if (!cache.has(key)) {
    if (cache.size > 1000) cache.clear()
    cache.set(key, readContent(file))
  }
  return cache.get(key)
}

function readContent(file: string): BackupContent | undefined {
  try {
    using db = new DatabaseSync(unchanging(file), { readOnly: true })
    const last = db.prepare("select seq from sqlite_sequence where name = 'log'").get()
    return { generation: generationOf(file), lastEntry: Number(last?.['seq'] ?? 0) }
  } catch {
    return undefined
  }
}

/** True if the database has lost its content. SQLite would take an empty file for a new database. */
export function isEmptied({ file, backups }: SqliteConfig): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size
  return size(file) === 0 && (Boolean(size(`${file}-wal`)) || latestBackup(backups.dir) !== undefined)
}

/** Tells an operator how to restore the last backup. */
export function damageRemedy({ backups: { dir } }: SqliteConfig): string {
  const backup = latestBackup(dir)
  return backup
    ? `Restore the last backup: npm run fettle -- restore ${backup}`
    : `There is no backup in ${dir}. If you have one: npm run fettle -- restore <file>`
}

const magic = 'SQLite format 3\0'
/** The position of `application_id` in the file header. SQLite leaves this number to the application. */
const generationAt = 68

/** The number of restores that led to a database. Of two backups, the one with the higher number is newer, even if its date is older. */
export function generationOf(file: string): number {
  const header = Buffer.alloc(generationAt + 4)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, header)
    } finally {
      closeSync(handle)
    }
  } catch {
    return 0 // missing or unreadable
  }
  return header.toString('latin1', 0, magic.length) === magic ? header.readUInt16BE(generationAt + 2) : 0
}

/** Call it only for a file that no process has open. */
export function setGeneration(file: string, generation: number): void {
  const number = Buffer.alloc(4)
  number.writeUInt16BE(generation % 0x10000, 2)
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, number, 0, number.length, generationAt)
  } finally {
    closeSync(handle)
  }
}
