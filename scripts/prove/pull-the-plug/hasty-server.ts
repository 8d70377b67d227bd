import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '#main/log.ts'
import { start } from '#main/start.ts'
import type { Db } from '#store/engine/index.ts'
import { SqliteEngine } from '#store/engine/sqlite.ts'

// A service that is wrong on purpose: it answers a change first, and makes the change a little later.
const config = readConfig(process.env)
await using running = await start(config, openLog(config.logLevel))
const honest = SqliteEngine.prototype.change
SqliteEngine.prototype.change = function hasty<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rehearsal = honest.call(this, async (db) => {
      resolve(await work(db))
      throw new Error('a rehearsal')
    })
    rehearsal.catch(reject)
    setTimeout(() => honest.call(this, work).catch(() => {}), 100)
  })
}
process.stdout.write(`Fettle is at ${running.url}\n`)
await once(process, 'SIGTERM')
