import { randomFrom } from '../../test/duty/world.ts'
import { sendMessagesUnderFailures } from '../../test/support/messages-under-failures.ts'
import { defineProof, say, showProgress, testDatabases } from '../shared/proof.ts'

/**
 * Sends messages about a thousand events over all channels, while the receivers fail and the service is killed; then again, while
 * PostgreSQL is stopped, frozen and cut off.
 */
export const proof = defineProof({
  options: { tickets: 250, kills: 20, blows: 20, seed: 1 },
  parts: ['sqlite', 'postgres', 'faults'],
  async run({ tickets, seed, ...options }, parts) {
    say(`seed ${seed}: --seed ${seed} repeats it`)
    await using _ = await testDatabases()
    for (const part of parts) {
      const began = performance.now()
      const on = part === 'sqlite' ? 'sqlite' : 'postgres'
      const nodes = on === 'sqlite' ? 1 : 2
      const [kills, blows] = part === 'faults' ? [0, options.blows] : [options.kills, 0]
      const progress = (done: number, killed: number) =>
        showProgress(`${part}: ${4 * done} of ${4 * tickets} events, killed ${killed} times`)
      const chance = randomFrom(seed)
      const done = await sendMessagesUnderFailures({ on, nodes, tickets, kills, blows, callMs: 1000, chance, progress })
      const seconds = Math.round((performance.now() - began) / 1000)
      const met = Object.entries(done.blows).map(([what, times]) => `${what} ${times} times`)
      say(
        `\r${on}, ${nodes} node(s), ${[`killed ${kills} times`, ...met].join(', ')}: ${done.events} events of ${done.tickets} tickets sent to all people (${done.mails} mails, ${done.pushed} pushes), after ${done.faults} faults, in ${seconds} s; none lost, ${done.repeats.count} repeated, of which ${done.repeats.unexplained.length} without a lost answer as the reason`,
      )
    }
  },
})
