import { readConfig } from '#config/config.ts'
import { examine } from '../examine.ts'
import type { Command } from './command.ts'

export const checkCommand: Command = {
  summary: 'Look at the configuration, the database and everything it is connected to.',
  help: 'It changes nothing and may be run beside the service. The exit code is 1 if anything is wrong.',
  takes: [],
  async run({ env, say }) {
    const config = readConfig(env)
    say('ok    configuration')
    const findings = await examine(config)
    for (const { what, problem } of findings) say(problem === undefined ? `ok    ${what}` : `WRONG ${what}: ${problem}`)
    return findings.some(({ problem }) => problem !== undefined) ? 1 : 0
  },
}
