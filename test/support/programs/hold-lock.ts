import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

// Another program that has the database open and writes: holds the write lock until it is told to let go.
const db = new DatabaseSync(process.argv[2] ?? '', { timeout: 5000 })
db.exec('begin immediate')
process.stdout.write('held\n')
await once(process.stdin, 'data')
db.exec('rollback')
db.close()
process.stdout.write('free\n')
process.exitCode = 0
process.stdin.destroy()
