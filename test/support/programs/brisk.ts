import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '#main/log.ts'
import { start } from '#main/start.ts'

// The service with one thing set that no person can set: its pace of deliveries. Still a try and what it may
// leave behind end before what it held comes free.
const callMs = Number(process.argv[2])
const config = readConfig(process.env)
await using running = await start(config, {
  ...openLog(config.logLevel),
  pace: {
    callMs,
    tryMs: 8 * callMs,
    lateArrivalMs: 4 * callMs,
    leaseMs: 12 * callMs,
    firstMs: callMs / 5,
    maxMs: 5 * callMs,
    pollMs: callMs / 4,
    gatherMs: callMs / 2,
  },
})
process.stdout.write(`Fettle is at ${running.url}\n`)
await once(process, 'SIGTERM')
