import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { preparePrivate } from '../private-files.ts'
import { isBusy } from './sqlite-connection.ts'

export class DataFolderInUse extends Error {
  override name = 'Locked'
}

/**
 * Locks a data folder for one process: an exclusive transaction in an empty SQLite database. The operating system releases the file lock
 * when the process ends, even after a crash.
 */
export function lockDataDir(dir: string): Disposable {
  const file = join(dir, 'service.lock')
  preparePrivate(file)
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    throw isBusy(error) ? new DataFolderInUse(`Another Fettle is running on ${dir}. Stop it first.`) : error
  }
  return { [Symbol.dispose]: () => db.close() }
}
