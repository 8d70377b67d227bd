import { exec } from 'node:child_process'

// All at once. Several checkers of one tsc would look at much of the code more than once, so each has one.
const checks = [
  'tsc --checkers 1',
  'tsc -p web --checkers 1',
  'tsc -p miniprogram --checkers 1',
  'biome check --error-on-warnings .',
]

/** Says what is wrong with the code; `npm run check`. */
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
