import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

// Another program that holds the write lock of the database until it gets a line.
const db = new DatabaseSync(process.argv[2] ?? '', { timeout: 5000 })
db.exec('begin immediate')
process.stdout.write('held\n')
await once(process.stdin, 'data')
db.exec('rollback')
db.close()
process.stdout.write('free\n')
process.exitCode = 0
process.stdin.destroy()
