// The thread of checkpoints.ts. It is plain JavaScript, because type stripping would cost 17 MB of memory in this thread.
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

// Must not create an empty database if the file has been moved away.
const address = pathToFileURL(workerData.file)
address.searchParams.set('mode', 'rw')

parentPort.on('message', (mode) => {
  try {
    parentPort.postMessage({ busy: checkpoint(mode) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})

/** Returns true if a reader or another writer blocked the checkpoint. */
function checkpoint(mode) {
  using db = new DatabaseSync(address, { timeout: 100 })
  db.exec(workerData.settings)
  const { busy } = db.prepare(`pragma wal_checkpoint(${mode})`).get()
  if (busy === 0) beginLog(db)
  return busy !== 0
}

/** Makes the first commit after the checkpoint, in which SQLite syncs the new log's header. It rewrites the unused `user_version`. */
function beginLog(db) {
  try {
    db.exec('pragma user_version = 0')
  } catch {
    // The next change restarts the log, or reports the error.
  }
}
