import { connectPorts } from '#adapters/index.ts'
import { demoLogins, fillDemo } from '#demo/demo.ts'
import { warnIn } from '../open-context.ts'
import { openDatabase } from '../open-store.ts'
import type { CommandInput } from './command.ts'

export async function runDemoCommand({ env, say }: CommandInput): Promise<number> {
  await using database = await openDatabase(env)
  const { store, now, config, log } = database
  await fillDemo(store, await connectPorts(config, warnIn(log), now), now(), config.team.zone)
  say(`The demo team is ready.\n${demoLogins}`)
  return 0
}
