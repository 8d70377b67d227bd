import { defineProof, expect, runTest } from '../shared/proof.ts'

/** `npm test` sends few visitors; these take some minutes. */
export const proof = defineProof({
  run: async () => {
    expect(runTest('test/web/repair-day.test.ts', { VISITORS: '40' }), 'forty visitors came and went')
    const booked = runTest('test/web/repair-days-team.test.ts', { VISITORS: '55' })
    expect(booked, 'forty with a booking and fifteen without came and were called')
  },
})
