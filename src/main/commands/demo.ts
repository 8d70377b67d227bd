import { connectPorts } from '#adapters/index.ts'
import { Meter } from '#kit/meter.ts'
import { fillDemo } from '../demo.ts'
import { clock, openLog } from '../log.ts'
import { settledConfig } from '../settle.ts'
import { openStore } from '../start.ts'
import type { Command } from './command.ts'

export const demoCommand: Command = {
  summary: "Fill an empty database with a believable team's term.",
  help: 'It refuses a database that already holds people. `npm start -- --demo` does the same and starts.',
  takes: [],
  async run({ env, say }) {
    const config = await settledConfig(env)
    await using building = new AsyncDisposableStack()
    const store = await openStore(config, building, { log: openLog('error'), meter: new Meter(), now: clock })
    await fillDemo(store, await connectPorts(config, () => {}), clock(), config.team.zone)
    say('The demo team has moved in. Log in with the codes demo-user-1, demo-user-2 and demo-user-3.')
    return 0
  },
}
