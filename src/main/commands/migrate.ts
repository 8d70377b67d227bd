import { Meter } from '#kit/meter.ts'
import { clock, openLog } from '../log.ts'
import { settledConfig } from '../settle.ts'
import { openStore } from '../start.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Bring the schema of the database up to date.',
  help: 'A start does the same by itself. This is for doing it beforehand.',
  takes: [],
  async run({ env, say }) {
    const config = await settledConfig(env)
    await using building = new AsyncDisposableStack()
    await openStore(config, building, { log: openLog('error'), meter: new Meter(), now: clock })
    say('The schema is up to date.')
    return 0
  },
}
