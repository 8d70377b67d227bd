import { randomFrom } from '../../test/duty/world.ts'
import { redminePeer } from '../../test/peers/redmine.ts'
import { requestTrackerPeer } from '../../test/peers/request-tracker.ts'
import { allCalls, forwardWithEachFault } from '../../test/support/external-faults.ts'
import { forwardUnderFailures } from '../../test/support/forwards-under-failures.ts'
import { defineProof, say, showProgress, testDatabases } from '../shared/proof.ts'

/** Forwards tickets to systems that fail in every way, while the service is killed. */
export const proof = defineProof({
  options: { tickets: 1000, kills: 20, seed: 1 },
  parts: ['sqlite', 'postgres', 'faults'],
  async run({ tickets, kills, seed }, parts) {
    await using _ = await testDatabases()
    for (const [on, nodes, name, peer] of [
      ['sqlite', 1, 'Redmine', redminePeer],
      ['postgres', 2, 'Request Tracker', requestTrackerPeer],
    ] as const) {
      if (!parts.includes(on)) continue
      const progress = (there: number, killed: number) =>
        showProgress(`${on}: ${there} of ${tickets} tickets at ${name}, killed ${killed} times`)
      const chance = randomFrom(seed)
      const began = performance.now()
      const done = await forwardUnderFailures({
        on,
        nodes,
        tickets,
        kills,
        callMs: 1000,
        system: peer(),
        chance,
        progress,
      })
      const seconds = Math.round((performance.now() - began) / 1000)
      say(
        `\r${on}, ${nodes} node(s), killed ${kills} times: ${done.tickets} tickets and ${done.remarks} remarks at ${name}, each once, after ${done.faults} faults of ${done.kinds} kinds; ${seconds} s`,
      )
    }
    if (!parts.includes('faults')) return
    for (const [name, peer] of [
      ['Request Tracker', requestTrackerPeer],
      ['Redmine', redminePeer],
    ] as const) {
      const { tickets: walked, told } = await forwardWithEachFault(peer(), allCalls)
      say(`${name}: ${told.size} faults, each at every call: ${walked} tickets and as many remarks, each once`)
    }
  },
})
