import type { Command } from './command.ts'

export const checkCommand: Command = {
  summary: 'Look at the configuration, the database and everything it is connected to.',
  help: `It changes nothing and may be run beside the service. The exit code is 1 if anything is wrong.

  --repair            set right what is kept twice: the counts of lists, the search index, and what is marked as open.
                      It works beside the running service, a little at a time`,
  takes: [],
  options: { repair: { type: 'boolean' } },
  async run({ env, flags, say }) {
    const { doctor: examine } = await import('../doctor.ts')
    let wrong = false
    for await (const { what, problem, note } of examine(env, { repair: flags['repair'] === true })) {
      wrong ||= problem !== undefined
      say(problem === undefined ? `ok     ${what}${note ? `: ${note}` : ''}` : `WRONG  ${what}: ${problem}`)
    }
    return wrong ? 1 : 0
  },
}
