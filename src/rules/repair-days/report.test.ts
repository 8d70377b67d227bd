import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories, statuses } from '#contract/codes.ts'
import { productWeight } from '../open-data/weights.ts'
import { type DeviceThatCame, publicTally, tallyDay } from './report.ts'

const came = (count: number, more: Partial<DeviceThatCame> = {}): DeviceThatCame[] =>
  Array.from({ length: count }, () => ({
    kind: 0,
    status: statuses.repaired,
    outcome: '',
    category: categories.toaster,
    device: 'Toaster',
    model: '',
    booked: true,
    ...more,
  }))
const toaster = productWeight(categories.toaster) ?? 0

test('devices are counted by kind and outcome, and only fixed ones have a weight', () => {
  const tally = tallyDay([
    ...came(2),
    ...came(1, { status: statuses.unrepairable, outcome: 'end_of_life', booked: false }),
    ...came(3, { kind: 1, status: statuses.repairing }),
    ...came(1, { kind: 1, status: statuses.cancelled }),
  ])
  assert.deepEqual(tally, {
    devices: 7,
    booked: 6,
    walkIns: 1,
    grams: 2 * toaster,
    kinds: [
      {
        kind: 1,
        count: 4,
        outcomes: [
          { outcome: 'unknown', count: 1 },
          { outcome: 'open', count: 3 },
        ],
      },
      {
        kind: 0,
        count: 3,
        outcomes: [
          { outcome: 'fixed', count: 2 },
          { outcome: 'end_of_life', count: 1 },
        ],
      },
    ],
  })
})

test('the public report hides groups of fewer than five', () => {
  const few = publicTally(tallyDay(came(4)))
  assert.deepEqual(few, { devices: null, grams: 0, outcomes: [], kinds: [] })
  assert.deepEqual(publicTally(tallyDay([])), { devices: 0, grams: 0, outcomes: [], kinds: [] })
  const all = publicTally(tallyDay([...came(8), ...came(6, { kind: 1, status: statuses.repairing })]))
  assert.deepEqual(all, {
    devices: 14,
    grams: 8 * toaster,
    outcomes: [
      { outcome: 'fixed', count: 8 },
      { outcome: 'open', count: 6 },
    ],
    kinds: [
      { kind: 0, count: 8 },
      { kind: 1, count: 6 },
    ],
  })
  const small = publicTally(tallyDay([...came(8), ...came(6, { kind: 1 }), ...came(2, { kind: 2 })]))
  assert.deepEqual(small.kinds, [{ kind: 0, count: 8 }])
  const mostlyOpen = publicTally(tallyDay([...came(2), ...came(9, { status: statuses.repairing })]))
  assert.equal(mostlyOpen.grams, 0)
})
