import { raceForTickets } from '../../test/support/race.ts'
import { defineProof, say, showProgress, testDatabases } from '../shared/proof.ts'

/** 32 members claim each of 500 tickets at the same time, on one node with SQLite and on two with PostgreSQL. */
export const proof = defineProof({
  async run() {
    await using _ = await testDatabases()
    for (const [kind, nodes] of [
      ['sqlite', 1],
      ['postgres', 2],
    ] as const) {
      const progress = (done: number) => showProgress(`${kind}: ${done} of 500 tickets`)
      await raceForTickets(kind, { members: 32, tickets: 500, nodes, progress })
      say(
        `\r${kind}: 500 tickets, 32 members at the same time, ${nodes} node(s): each ticket has one winner and one log entry`,
      )
    }
  },
})
