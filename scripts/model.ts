import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { kinds } from '../test/support/databases.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'
import { modelOn, sequences } from '../test/support/ticket-model.ts'

/** Many random sequences of what people do to tickets, against the model, on both databases. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' } } })
await globalSetup()
try {
  for (const kind of kinds) {
    await using model = await modelOn(kind)
    let done = 0
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        await model.run(steps)
        done += 1
        if (done % 100 === 0) process.stdout.write(`\r${kind}: ${done} of ${values.runs} sequences agree`)
      }),
      { numRuns: Number(values.runs) },
    )
    await model.sound()
    process.stdout.write(`\r${kind}: ${values.runs} sequences agree, and no count has drifted\n`)
  }
} finally {
  await globalTeardown()
}
