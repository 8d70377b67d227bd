import { text } from 'node:stream/consumers'
import type { Config } from '#config/config.ts'
import { repairDerivedData } from './consistency.ts'

// The child process of `repairInChildProcess`. The database settings come on standard input, because they hold a password.
const database = JSON.parse(await text(process.stdin)) as Config['database'] // written by repairInChildProcess
process.stdout.write(JSON.stringify(await repairDerivedData(database)))
