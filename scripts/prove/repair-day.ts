import { defineProof, expect, runTest } from '../shared/proof.ts'

/** `npm test` sends eight visitors; forty take some minutes. */
export const proof = defineProof({
  run: async () => expect(runTest('test/web/repair-day.test.ts', { VISITORS: '40' }), 'forty visitors came and went'),
})
