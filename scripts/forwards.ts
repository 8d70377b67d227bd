import { parseArgs } from 'node:util'
import { randomFrom } from '../test/duty/world.ts'
import { redminePeer } from '../test/peers/redmine.ts'
import { requestTrackerPeer } from '../test/peers/request-tracker.ts'
import { everyCall, walkFaults } from '../test/support/external-faults.ts'
import { forwardUnderFire } from '../test/support/forwards.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

/** Forwards tickets to systems that misbehave in every way, while the service is killed. */
const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    on: { type: 'string', default: 'sqlite,postgres,faults' },
    seed: { type: 'string', default: '1' },
  },
})
const say = (text: string) => void process.stdout.write(text)
const tickets = Number(values.tickets)
const kills = Number(values.kills)

await globalSetup()
try {
  for (const [on, nodes, name, peer] of [
    ['sqlite', 1, 'Redmine', redminePeer],
    ['postgres', 2, 'Request Tracker', requestTrackerPeer],
  ] as const) {
    if (!values.on.includes(on)) continue
    const began = performance.now()
    const progress = (there: number, killed: number) =>
      say(`\r${on}: ${there} of ${tickets} tickets at ${name}, killed ${killed} times  `)
    const chance = randomFrom(Number(values.seed))
    const done = await forwardUnderFire({ on, nodes, tickets, kills, callMs: 1000, system: peer(), chance, progress })
    const seconds = Math.round((performance.now() - began) / 1000)
    say(
      `\r${on}, ${nodes} node(s), killed ${kills} times: ${done.tickets} tickets and ${done.remarks} remarks at ${name}, each once, after ${done.faults} faults of ${done.kinds} kinds; ${seconds} s\n`,
    )
  }
  if (values.on.includes('faults'))
    for (const [name, peer] of [
      ['Request Tracker', requestTrackerPeer],
      ['Redmine', redminePeer],
    ] as const) {
      const { tickets: walked, told } = await walkFaults(peer(), everyCall)
      say(`${name}: ${told.size} faults, each at every call: ${walked} tickets and as many remarks, each once\n`)
    }
} finally {
  await globalTeardown()
}
