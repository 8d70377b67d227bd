import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import fc from '../support/fast-check.ts'
import { modelOn, sequences } from '../support/ticket-model.ts'

onEachDatabase('random sequences of actions', (on) => {
  test('after any order of actions the tickets agree with a simple model', async () => {
    await using model = await modelOn(on)
    await fc.assert(
      fc.asyncProperty(sequences, (steps) => model.run(steps)),
      { numRuns: on === 'sqlite' ? 300 : 100 },
    )
    await model.sound()
  })
})
