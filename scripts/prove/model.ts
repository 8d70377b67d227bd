import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { checkReminders, checkYear } from '../../test/duty/year.ts'
import { kinds } from '../../test/support/databases.ts'
import { modelOn, sequences } from '../../test/support/ticket-model.ts'
import { defineProof, say, showProgress, testDatabases } from '../shared/proof.ts'

/** Compares random years of duty, then random sequences of actions on tickets on both databases, with simple models. */
export const proof = defineProof({
  options: { runs: 10_000, years: 20, seed: randomInt(2 ** 31) },
  async run({ runs, years, seed }) {
    say(`The same again: npm run prove -- model --runs ${runs} --years ${years} --seed ${seed}`)
    for (let year = 0; year < years; year += 1) {
      for (const zone of ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
        checkYear(seed + year, zone)
        checkReminders(seed + year, zone)
      }
      showProgress(`duty: ${year + 1} of ${years} years agree`)
    }
    say('')
    await using _ = await testDatabases()
    for (const kind of kinds) {
      await using model = await modelOn(kind)
      let done = 0
      await fc.assert(
        fc.asyncProperty(sequences, async (steps) => {
          await model.run(steps)
          done += 1
          if (done % 100 === 0) showProgress(`${kind}: ${done} of ${runs} sequences agree`)
        }),
        { numRuns: runs, seed },
      )
      await model.sound()
      say(`\r${kind}: ${runs} sequences agree, and no count has drifted`)
    }
  },
})
