import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, Unavailable } from '#store/engine/engine.ts'
import { PostgresEngine } from '#store/engine/postgres.ts'

// A node that freezes in the middle of two changes: one between two statements, one while it receives a large response.
await using engine = new PostgresEngine({ url: process.argv[2] ?? '', pool: 2 })
const hold = (db: Db, name: string) => db.updateTable('member').set({ phone: '1' }).where('name', '=', name).execute()
const told = once(process.stdin, 'data')
const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
const changes = [
  engine.change(async (db) => {
    await hold(db, 'ann')
    first.resolve()
    await told
    await hold(db, 'ann')
  }),
  engine.change(async (db) => {
    await hold(db, 'bob')
    const much = sql`select repeat('x', 1024) as x from generate_series(1, 100000)`.execute(db)
    second.resolve()
    await much
  }),
]
await Promise.all([first.promise, second.promise])
await setImmediate() // until the question has been sent
process.stdout.write('frozen\n')
process.kill(process.pid, 'SIGSTOP')
for (const end of await Promise.allSettled(changes))
  process.stdout.write(`${end.status === 'rejected' && end.reason instanceof Unavailable ? 'refused' : 'done'}\n`)
process.stdin.destroy()
