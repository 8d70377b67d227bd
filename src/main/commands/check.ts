import type { Command } from './command.ts'

export const checkCommand: Command = {
  summary: 'Look at the configuration, the database and everything it is connected to.',
  help: 'It changes nothing and may be run beside the service. The exit code is 1 if anything is wrong.',
  takes: [],
  async run({ env, say }) {
    const { examine } = await import('../examine.ts')
    let wrong = false
    for await (const { what, problem, note } of examine(env)) {
      wrong ||= problem !== undefined
      say(problem === undefined ? `ok     ${what}${note ? `: ${note}` : ''}` : `WRONG  ${what}: ${problem}`)
    }
    return wrong ? 1 : 0
  },
}
