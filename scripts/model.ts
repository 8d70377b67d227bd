import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { checkReminders, checkYear } from '../test/duty/year.ts'
import { kinds } from '../test/support/databases.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'
import { modelOn, sequences } from '../test/support/ticket-model.ts'

/** Many random sequences of what people do to tickets, against the model, on both databases, and years of duty of made-up teams. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    years: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const [runs, years, seed] = [Number(values.runs), Number(values.years), Number(values.seed)]
process.stdout.write(`The same again: npm run model -- --runs ${runs} --years ${years} --seed ${seed}\n`)

for (let year = 0; year < years; year += 1) {
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
    checkYear(seed + year, zone)
    checkReminders(seed + year, zone)
  }
  process.stdout.write(`\rduty: ${year + 1} of ${years} years agree`)
}
process.stdout.write('\n')

await globalSetup()
try {
  for (const kind of kinds) {
    await using model = await modelOn(kind)
    let done = 0
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        await model.run(steps)
        done += 1
        if (done % 100 === 0) process.stdout.write(`\r${kind}: ${done} of ${runs} sequences agree`)
      }),
      { numRuns: runs, seed },
    )
    await model.sound()
    process.stdout.write(`\r${kind}: ${runs} sequences agree, and no count has drifted\n`)
  }
} finally {
  await globalTeardown()
}
