import { doctor } from '../doctor.ts'
import type { CommandInput } from './command.ts'

export async function runCheckCommand({ env, flags, say }: CommandInput): Promise<number> {
  let wrong = false
  for await (const { what, problem, note } of doctor(env, { repair: flags['repair'] === true })) {
    wrong ||= problem !== undefined
    say(problem === undefined ? `ok     ${what}${note ? `: ${note}` : ''}` : `WRONG  ${what}: ${problem}`)
  }
  return wrong ? 1 : 0
}
