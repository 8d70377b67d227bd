import { exec } from 'node:child_process'

// All run at the same time. Each tsc uses one checker, because several checkers of one tsc check much code twice.
const checks = [
  'tsc --checkers 1',
  'tsc -p web --checkers 1',
  'tsc -p miniprogram --checkers 1',
  'biome check --error-on-warnings .',
]

const run = (command: string) =>
  new Promise<void>((resolve) => {
    exec(command, { maxBuffer: Number.POSITIVE_INFINITY }, (error, out, errors) => {
      if (error) process.exitCode = 1
      process.stdout.write(out)
      process.stderr.write(errors)
      resolve()
    })
  })
await Promise.all(checks.map(run))
