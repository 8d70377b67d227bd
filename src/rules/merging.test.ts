import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '#kit/time.ts'
import { filledFrom, keeperOf, maySeparate, obstacleBetween, type Side, united } from './merging.ts'

const side = (more: Partial<Side> = {}): Side => ({
  id: 1,
  mergedInto: null,
  open: true,
  person: 1,
  account: true,
  here: false,
  ...more,
})
const other = (more: Partial<Side> = {}) => side({ id: 2, ...more })

test('an account keeps what a visitor brings; of two visitors the one whose ticket goes on', () => {
  assert.equal(keeperOf(side(), other()), 1)
  assert.equal(keeperOf(side({ person: 7 }), other({ person: 8, account: false })), 7)
  assert.equal(keeperOf(side({ person: 7, account: false }), other({ person: 8 })), 8)
  assert.equal(keeperOf(side({ person: 7, account: false }), other({ person: 8, account: false })), 8)
})

test('what cannot be one says why', () => {
  assert.equal(keeperOf(side({ mergedInto: 2, open: false }), other()), undefined)
  assert.throws(() => keeperOf(side({ mergedInto: 3 }), other()), {
    code: 'merge_not_allowed',
    facts: { why: 'joined' },
  })
  assert.throws(() => keeperOf(side(), other({ mergedInto: 1 })), { code: 'ticket_merged', facts: { into: 1 } })
  assert.throws(() => keeperOf(side({ open: false }), other()), { code: 'merge_not_allowed', facts: { why: 'over' } })
  assert.equal(obstacleBetween(side(), other({ open: false })), 'over')
  assert.equal(obstacleBetween(side(), other({ person: 2 })), 'owners')
  assert.equal(obstacleBetween(side({ here: true }), other({ here: true })), 'both_here')
  assert.equal(obstacleBetween(side({ here: true }), other()), undefined)
})

test('two can be separated for a day, and not after an ending', () => {
  const joined = { at: 0, scrubbed: false, collected: false, adopted: false }
  assert.equal(maySeparate(joined, day), true)
  assert.equal(maySeparate(joined, day + 1), false)
  for (const ending of ['scrubbed', 'collected', 'adopted'] as const)
    assert.equal(maySeparate({ ...joined, [ending]: true }, 1), false)
})

test('only what is missing is filled in', () => {
  const nothing = {
    device_model: '',
    description: '',
    owner: '',
    phone: '',
    category: 0,
    brand: '',
    year: 0,
    remedy: '',
    hidden: 0,
  }
  const source = { ...nothing, owner: 'Ann', phone: '1', year: 2020 }
  assert.deepEqual(filledFrom(source, { ...nothing, owner: 'A.' }), ['phone', 'year'])
  assert.deepEqual(filledFrom({ ...source, description: 'rude', hidden: 1 }, nothing), ['phone', 'year'])
  assert.deepEqual(united([0, 5], [5, 3]), [0, 5, 3])
})
