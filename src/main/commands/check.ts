import type { Command } from './command.ts'

export const checkCommand: Command = {
  summary: 'Check the configuration, the database and all connected systems.',
  help: `It changes nothing and works beside the running service. The exit code is 1 if anything is wrong.

  --repair            repair what is derived from the tickets: the counts of lists, the search index and the open marks.
                      It works beside the running service, a little at a time`,
  takes: [],
  options: { repair: { type: 'boolean' } },
  async run({ env, flags, say }) {
    const { doctor } = await import('../doctor.ts')
    let wrong = false
    for await (const { what, problem, note } of doctor(env, { repair: flags['repair'] === true })) {
      wrong ||= problem !== undefined
      say(problem === undefined ? `ok     ${what}${note ? `: ${note}` : ''}` : `WRONG  ${what}: ${problem}`)
    }
    return wrong ? 1 : 0
  },
}
