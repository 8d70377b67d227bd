import { parseArgs } from 'node:util'
import { randomFrom } from '../test/duty/world.ts'
import { tellUnderFire } from '../test/support/messages-under-fire.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

/** Tells people of a thousand events over all channels, while peers misbehave and the service is killed. */
const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '250' },
    kills: { type: 'string', default: '20' },
    on: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
  },
})
const say = (text: string) => void process.stdout.write(text)
const [tickets, kills] = [Number(values.tickets), Number(values.kills)]

await globalSetup()
try {
  for (const [on, nodes] of [
    ['sqlite', 1],
    ['postgres', 2],
  ] as const) {
    if (!values.on.includes(on)) continue
    const began = performance.now()
    const progress = (done: number, killed: number) =>
      say(`\r${on}: ${4 * done} of ${4 * tickets} events, killed ${killed} times  `)
    const done = await tellUnderFire({
      on,
      nodes,
      tickets,
      kills,
      callMs: 1000,
      chance: randomFrom(Number(values.seed)),
      progress,
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    say(
      `\r${on}, ${nodes} node(s), killed ${kills} times: ${done.events} events of ${done.tickets} tickets told to everybody once (${done.mails} mails, ${done.pushed} pushes), after ${done.faults} faults, in ${seconds} s\n`,
    )
  }
} finally {
  await globalTeardown()
}
