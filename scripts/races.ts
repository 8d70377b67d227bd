import { raceForTickets } from '../test/support/race.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

/** 32 members, 500 tickets, all of them at once for each: one node on SQLite, two on PostgreSQL. */
await globalSetup()
try {
  for (const [kind, nodes] of [
    ['sqlite', 1],
    ['postgres', 2],
  ] as const) {
    const progress = (done: number) => void process.stdout.write(`\r${kind}: ${done} of 500 tickets`)
    await raceForTickets(kind, { members: 32, tickets: 500, nodes, progress })
    process.stdout.write(
      `\r${kind}: 500 tickets, 32 members each time, ${nodes} node(s): one winner and one entry each\n`,
    )
  }
} finally {
  await globalTeardown()
}
