import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { blockOf, blockSize, encodeId, type Postings } from './search-index.ts'
import { scoresOf, topScored } from './search-scores.ts'

const postings = (having: Record<string, readonly number[]>): Postings =>
  new Map(
    Object.entries(having).map(([gram, ids]) => {
      const blocks = new Map<number, string>()
      for (const id of ids) blocks.set(blockOf(id), (blocks.get(blockOf(id)) ?? '') + encodeId(id))
      return [gram, blocks]
    }),
  )

test('rarer and more heavily weighted n-grams score more', () => {
  const found = postings({ rare: [7], common: [8, 9, 10, 3000], other: [9] })
  const scores = scoresOf(
    found,
    new Map([...['rare', 'common', 'other', 'none'].map((gram) => [gram, 1] as const)]),
    99,
  )
  assert.deepEqual(topScored(scores, 9), [9, 7, 3000, 10, 8])
  const weighed = scoresOf(
    found,
    new Map([
      ['rare', 1],
      ['common', 3],
    ]),
    99,
  )
  assert.deepEqual(topScored(weighed, 2), [3000, 10])
})

test('n-grams that all tickets share still score in blocks with a match', () => {
  const found = postings({ model: [1, 2, 5000], fault: [1, 3] })
  const model = scoresOf(found, new Map([['model', 3]]), 9)
  assert.deepEqual(topScored(scoresOf(found, new Map([['fault', 1]]), 9, model), 9), [1, 2, 3])
  assert.deepEqual(topScored(model, 9), [5000, 2, 1])
})

test('the best scores come first, and the newest of equal scores', () => {
  const scored = fc.array(fc.tuple(fc.nat(5 * blockSize - 1), fc.integer({ min: 1, max: 6 })), {
    minLength: 200,
    maxLength: 400,
  })
  fc.assert(
    fc.property(scored, fc.integer({ min: 1, max: 20 }), (some, count) => {
      const by = new Map(some)
      const scores = new Map<number, Float32Array>()
      for (const [id, score] of by)
        scores.getOrInsertComputed(blockOf(id), () => new Float32Array(blockSize))[id % blockSize] = score
      const all = [...by].sort(([a, one], [b, other]) => other - one || b - a).map(([id]) => id)
      assert.deepEqual(topScored(scores, count), all.slice(0, count))
    }),
  )
})
