import { describeConfig, readConfig } from '#config/config.ts'
import type { CommandInput } from './command.ts'

export async function runConfigCommand({ env, say }: CommandInput): Promise<number> {
  const rows = describeConfig(env)
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, value, from } of rows)
    say(`${name.padEnd(width)}  ${value || '-'}${from === 'default' ? '' : `  (${from})`}`)
  readConfig(env)
  return 0
}
