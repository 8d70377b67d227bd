import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '#main/log.ts'
import { start } from '#main/start.ts'
import { type ChangeResult, Store, type Tx } from '#store/store.ts'

// A service that is wrong on purpose: it answers before it makes the change.
const config = readConfig(process.env)
await using running = await start(config, openLog(config.logLevel))
const { change } = Store.prototype
Store.prototype.change = function hasty<T>(work: (tx: Tx) => Promise<ChangeResult<T>>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rehearsal = change.call(this, async (tx) => {
      resolve((await work(tx)).answer)
      throw new Error('a rehearsal')
    })
    rehearsal.catch(reject)
    // Long enough that a busy machine kills the service before the last changes are made.
    setTimeout(() => change.call(this, work).catch(() => {}), 2000)
  })
}
process.stdout.write(`Fettle is at ${running.url}\n`)
await once(process, 'SIGTERM')
