// The thread of checkpoints.ts. Plain JavaScript: to strip types, Node would load another 17 MB into this thread for good.
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

// Never makes a file: a database that is no longer where it was must not get an empty one in its place.
const address = pathToFileURL(workerData.file)
address.searchParams.set('mode', 'rw')

parentPort.on('message', (mode) => {
  try {
    parentPort.postMessage({ busy: checkpoint(mode) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})

/** Answers whether a reader, or another writer, stood in the way. */
function checkpoint(mode) {
  using db = new DatabaseSync(address, { timeout: 100 })
  db.exec(workerData.settings)
  const { busy } = db.prepare(`pragma wal_checkpoint(${mode})`).get()
  if (busy === 0) beginLog(db)
  return busy !== 0
}

/**
 * The first commit after a checkpoint begins the log anew, and SQLite syncs the log's header in the middle of it. So that commit
 * is made here: it rewrites an unused number with its own value.
 */
function beginLog(db) {
  try {
    db.exec('pragma user_version = 0')
  } catch {
    // Then the next change begins the log, or says what is wrong.
  }
}
