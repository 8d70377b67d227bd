import { text } from 'node:stream/consumers'
import type { Config } from '#config/config.ts'
import { repairDerivedData } from './consistency.ts'

/** A program of its own, run by `repairBeside`: says what was off. Where the database is comes on standard input, with its password. */
const database = JSON.parse(await text(process.stdin)) as Config['database'] // as repairBeside wrote it
process.stdout.write(JSON.stringify(await repairDerivedData(database)))
