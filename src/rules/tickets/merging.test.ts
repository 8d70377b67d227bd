import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '#kit/time.ts'
import {
  canUndoMerge,
  fieldsToFill,
  type MergeTicket,
  mergeObstacle,
  ownerAfterMerge,
  unionOf,
  workersKnowPhone,
  workersToAdd,
} from './merging.ts'

const side = (more: Partial<MergeTicket> = {}): MergeTicket => ({
  id: 1,
  mergedInto: null,
  open: true,
  person: 1,
  account: true,
  here: false,
  phone: '13800138000',
  mail: '',
  ...more,
})
const other = (more: Partial<MergeTicket> = {}) => side({ id: 2, ...more })

test('a merged ticket belongs to the owner with an account; of two visitors, to the one whose ticket remains', () => {
  assert.equal(ownerAfterMerge(side(), other()), 1)
  assert.equal(ownerAfterMerge(side({ person: 7 }), other({ person: 8, account: false })), 7)
  assert.equal(ownerAfterMerge(side({ person: 7, account: false }), other({ person: 8 })), 8)
  assert.equal(ownerAfterMerge(side({ person: 7, account: false }), other({ person: 8, account: false })), 8)
})

test('a refused merge names its reason', () => {
  assert.equal(ownerAfterMerge(side({ mergedInto: 2, open: false }), other()), undefined)
  assert.throws(() => ownerAfterMerge(side({ mergedInto: 3 }), other()), {
    code: 'merge_not_allowed',
    facts: { why: 'joined' },
  })
  assert.throws(() => ownerAfterMerge(side(), other({ mergedInto: 1 })), { code: 'ticket_merged', facts: { into: 1 } })
  assert.throws(() => ownerAfterMerge(side({ open: false }), other()), {
    code: 'merge_not_allowed',
    facts: { why: 'over' },
  })
  assert.equal(mergeObstacle(side(), other({ open: false })), 'over')
  assert.equal(mergeObstacle(side(), other({ person: 2 })), 'owners')
  assert.equal(mergeObstacle(side({ here: true }), other({ here: true })), 'both_here')
  assert.equal(mergeObstacle(side({ here: true }), other()), undefined)
})

test('tickets of two people are merged only if the actor can see that phone or email address are equal', () => {
  const why = (more: Partial<MergeTicket>) => mergeObstacle(side(), other({ person: 2, account: false, ...more }))
  assert.equal(why({ phone: '+86 138 0013 8000' }), undefined)
  // Fields that the actor may not see are empty here, and two empty ones do not count as equal.
  for (const phone of ['', '13800138001', '138****8000']) assert.equal(why({ phone }), 'not_same_person')
  const without = { phone: '' }
  assert.equal(mergeObstacle(side(without), other({ ...without, person: 2, account: false })), 'not_same_person')
  const mails = (mail: string) =>
    mergeObstacle(side({ mail: 'a@b.example' }), other({ person: 2, account: false, phone: '', mail }))
  assert.equal(mails('A@B.example'), undefined)
  assert.equal(mails('b@b.example'), 'not_same_person')
  assert.equal(why({ account: true }), 'owners')
})

test('merging moves workers only to an unclaimed ticket, and shows a phone only to those who saw it before', () => {
  const crew = (...workers: number[]) => ({ unclaimed: workers.length === 0, workers })
  assert.deepEqual(workersToAdd(crew(1, 2), crew()), [1, 2])
  assert.deepEqual(workersToAdd(crew(1, 2), crew(1, 3)), [])
  assert.deepEqual(workersToAdd(crew(), crew(1)), [])
  assert.equal(workersKnowPhone(crew(1, 2), crew(1)), true)
  assert.equal(workersKnowPhone(crew(1), crew(1, 2)), false)
  assert.equal(workersKnowPhone(crew(), crew(1)), true)
  assert.equal(workersKnowPhone(crew(1), crew()), true)
})

test('a merge can be undone for a day, but not after collection, adoption or deletion', () => {
  const merge = { at: 0, scrubbed: false, collected: false, adopted: false }
  assert.equal(canUndoMerge(merge, day), true)
  assert.equal(canUndoMerge(merge, day + 1), false)
  for (const ending of ['scrubbed', 'collected', 'adopted'] as const)
    assert.equal(canUndoMerge({ ...merge, [ending]: true }, 1), false)
})

test('merging fills in only missing fields of the ticket that remains', () => {
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
  assert.deepEqual(fieldsToFill(source, { ...nothing, owner: 'A.' }, true), ['phone', 'year'])
  assert.deepEqual(fieldsToFill(source, { ...nothing, owner: 'A.' }, false), ['year'])
  assert.deepEqual(fieldsToFill({ ...source, description: 'rude', hidden: 1 }, nothing, true), ['phone', 'year'])
  assert.deepEqual(unionOf([0, 5], [5, 3]), [0, 5, 3])
})
