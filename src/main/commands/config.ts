import { describeConfig, readConfig } from '#config/config.ts'
import type { Command } from './command.ts'

export const configCommand: Command = {
  summary: 'Print the settings in force, secrets hidden.',
  takes: [],
  async run({ env, say }) {
    const rows = describeConfig(env)
    const width = Math.max(...rows.map(({ name }) => name.length))
    for (const { name, value, from } of rows)
      say(`${name.padEnd(width)}  ${value || '-'}${from === 'default' ? '' : `  (${from})`}`)
    readConfig(env)
    return 0
  },
}
