import { parseArgs } from 'node:util'
import { randomFrom } from '../test/duty/world.ts'
import { tellUnderFire } from '../test/support/messages-under-fire.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

/**
 * Tells people of a thousand events over all channels, while peers misbehave and the service is killed; then again, while PostgreSQL is
 * stopped, frozen and cut off.
 */
const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '250' },
    kills: { type: 'string', default: '20' },
    blows: { type: 'string', default: '20' },
    on: { type: 'string', default: 'sqlite,postgres,faults' },
    seed: { type: 'string', default: '1' },
  },
})
const say = (text: string) => void process.stdout.write(text)
const [tickets, seed] = [Number(values.tickets), Number(values.seed)]
say(`seed ${seed}: --seed ${seed} repeats it\n`)

await globalSetup()
try {
  for (const { name, on, nodes, kills, blows } of [
    { name: 'sqlite', on: 'sqlite', nodes: 1, kills: Number(values.kills), blows: 0 },
    { name: 'postgres', on: 'postgres', nodes: 2, kills: Number(values.kills), blows: 0 },
    { name: 'faults', on: 'postgres', nodes: 2, kills: 0, blows: Number(values.blows) },
  ] as const) {
    if (!values.on.split(',').includes(name)) continue
    const began = performance.now()
    const progress = (done: number, killed: number) =>
      say(`\r${name}: ${4 * done} of ${4 * tickets} events, killed ${killed} times  `)
    const done = await tellUnderFire({
      on,
      nodes,
      tickets,
      kills,
      blows,
      callMs: 1000,
      chance: randomFrom(seed),
      progress,
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    const met = Object.entries(done.blows).map(([what, times]) => `${what} ${times} times`)
    say(
      `\r${on}, ${nodes} node(s), ${[`killed ${kills} times`, ...met].join(', ')}: ${done.events} events of ${done.tickets} tickets told to everybody (${done.mails} mails, ${done.pushed} pushes), after ${done.faults} faults, in ${seconds} s; none lost, ${done.repeats.count} repeated, of which ${done.repeats.unexplained.length} not because their answer was lost\n`,
    )
  }
} finally {
  await globalTeardown()
}
