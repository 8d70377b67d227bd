import { once } from 'node:events'
import { readConfig } from '#config/config.ts'
import { openLog } from '../log.ts'
import { start } from '../start.ts'
import type { Command } from './command.ts'

export const startCommand: Command = {
  summary: 'Run the service until it is told to stop (SIGINT, SIGTERM).',
  help: '--demo   fill an empty database with a believable team first; one that holds people is left as it is',
  takes: [],
  options: { demo: { type: 'boolean' } },
  async run({ env, flags, say }) {
    const config = readConfig(env)
    await using running = await start(config, { log: openLog(config.logLevel), demo: flags['demo'] === true })
    say(`Fettle is at ${running.url}  (the interface: ${running.url}/reference)`)
    if (running.adminCode) say(`admin code: ${running.adminCode}`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    return 0
  },
}
