import { type Program, preloadedCode, runProgram } from '../../test/support/program.ts'
import { say } from './proof.ts'

export interface Command {
  readonly code: number | null
  readonly out: string
  readonly seconds: number
  /** Peak resident memory in megabytes. */
  readonly mb: number
  /** Processor seconds. */
  readonly busy: number
}

const reportUse = preloadedCode(`process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  process.stderr.write('peak ' + maxRSS + ' KB, busy ' + (userCPUTime + systemCPUTime) + ' us\\n')
})`)

/** Runs a command as `npm run fettle` does, and kills it after `killMs`. Prints its output if it fails. */
export async function runCommand(
  args: readonly string[],
  program: Program,
  killMs: number = 600_000,
): Promise<Command> {
  const began = performance.now()
  const { code, out, err } = await runProgram(
    args,
    { ...program, node: ['--max-semi-space-size=2', ...reportUse] },
    killMs,
  )
  const seconds = (performance.now() - began) / 1000
  const [, kb = 0, us = 0] = /peak (\d+) KB, busy (\d+) us/.exec(err) ?? []
  if (code !== null && code !== 0) say(out + err)
  return { code, out, seconds, mb: Number(kb) / 1024, busy: Number(us) / 1e6 }
}
