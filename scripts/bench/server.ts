import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '#main/log.ts'
import { start } from '#main/start.ts'

// The service with a given number of changes for each commit, which no environment variable sets.
const config = readConfig(process.env)
await using running = await start(config, { ...openLog(config.logLevel), group: Number(process.argv[2]) })
process.stdout.write(`Fettle is at ${running.url}\n`)
await once(process, 'SIGTERM')
