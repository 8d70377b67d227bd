import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '#main/log.ts'
import { start } from '#main/start.ts'
import { countFirst } from '../../../test/support/count-first.ts'

// A service that is wrong on purpose: it counts the bookings before the change that inserts one.
const config = readConfig(process.env)
using _ = countFirst()
await using running = await start(config, openLog(config.logLevel))
process.stdout.write(`Fettle is at ${running.url}\n`)
await once(process, 'SIGTERM')
