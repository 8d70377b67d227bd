import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Arrivals } from './arrivals.ts'

/** So many requests in one turn: how many of them went on before it was over. */
async function early(arrivals: Arrivals, count: number): Promise<number> {
  await turn()
  let gone = 0
  for (let i = 0; i < count; i += 1) void Promise.resolve(arrivals.wait()).then(() => (gone += 1))
  await new Promise<void>((done) => process.nextTick(done)) // all that needs no turn is done by then
  const before = gone
  await turn()
  assert.equal(gone, count)
  return before
}

test('who comes alone waits for nobody, a crowd waits for its turn, and no more than 64 for each other', async () => {
  const arrivals = new Arrivals()
  assert.equal(await early(arrivals, 1), 1)
  assert.equal(await early(arrivals, 1), 1)
  assert.equal(await early(arrivals, 3), 3) // nobody knew
  assert.equal(await early(arrivals, 3), 0)
  assert.equal(await early(arrivals, 150), 128)
  assert.equal(await early(arrivals, 1), 0) // nobody knew
  assert.equal(await early(arrivals, 1), 1)
})
