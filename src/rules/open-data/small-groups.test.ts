import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import fc from '../../../test/support/fast-check.ts'
import { countRepair, emptyTally, publicFigures } from './impact.ts'
import { shownGroups, smallestShown } from './small-groups.ts'
import { productWeight } from './weights.ts'

test('groups of fewer than five are hidden, and a second one if a single hidden group would follow from the sum', () => {
  assert.deepEqual(shownGroups([9, 5, 0]), [true, true, false])
  assert.deepEqual(shownGroups([9, 5, 4, 3]), [true, true, false, false])
  assert.deepEqual(shownGroups([9, 5, 3]), [true, false, false])
  assert.deepEqual(shownGroups([9, 6, 4, 4]), [true, false, false, false], 'the shown groups are as many as possible')
  assert.deepEqual(shownGroups([9, 9, 3]), [false, false, false], 'of two groups of one size both are hidden')
  assert.deepEqual(
    shownGroups([9, 6, 2, 1]),
    [true, false, false, false],
    'hidden groups must have enough members together',
  )
  assert.equal(shownGroups([3]), undefined)
  assert.equal(shownGroups([4, 4]), undefined, 'with the sum, both could be derived')
})

test('a hidden group cannot be computed from the rule and all sums', () => {
  // Everything that would look the same, for all groups of up to four with up to ten members each.
  for (const groups of [1, 2, 3, 4]) {
    const alike = new Map<string, number[][]>()
    for (const counts of tuples(groups, groups === 4 ? 8 : 11)) {
      const shown = shownGroups(counts)
      const seen = shown ? counts.map((one, i) => (shown[i] ? one : '-')) : []
      const total = shown ? counts.reduce((sum, one) => sum + one, 0) : '-'
      alike.getOrInsertComputed(`${seen} of ${total}`, () => []).push(counts)
    }
    for (const [look, all] of alike)
      for (const counts of all)
        for (const [i, one] of counts.entries()) {
          if (one === 0 || one >= smallestShown || look.endsWith('-')) continue
          assert.ok(new Set(all.map((other) => other[i])).size > 1, `${look} is ${counts}`)
        }
  }
})

function* tuples(length: number, below: number): Generator<number[]> {
  if (length === 0) return yield []
  for (const rest of tuples(length - 1, below)) for (let i = 0; i < below; i += 1) yield [i, ...rest]
}

const repairs = fc.array(
  fc.record({
    category: fc.constantFrom(1, 2, 8, 14, 18),
    outcome: fc.constantFrom<Outcome>('fixed', 'fixed', 'fixed', ...outcomes),
    barrier: fc.constantFrom<Barrier | ''>('', 'worn_out', 'worn_out', ...barriers),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 12 },
)

test('public figures show at least five, add up, and reveal no hidden group', () => {
  fc.assert(
    fc.property(repairs, (given) => {
      const tally = emptyTally()
      for (const { category, outcome, barrier, times } of given)
        for (let i = 0; i < times; i += 1) countRepair(tally, '2026-11-16', category, outcome, barrier)
      const figures = publicFigures(tally)
      const total = [...tally.outcomes.values()].reduce((sum, one) => sum + one, 0)
      const numbers = [...figures.outcomes, ...figures.categories, ...figures.barriers].map((one) => one.count)
      assert.ok(
        [...numbers, ...figures.categories.map(({ fixed }) => fixed ?? smallestShown)].every(
          (one) => one >= smallestShown,
        ),
      )
      if (figures.devices === null) return assert.deepEqual(numbers, [])
      assert.equal(figures.devices, total)

      // The difference between a sum and the shown groups is a group too.
      const left = (all: number, shown: readonly number[]) => {
        const rest = all - sumOf(shown)
        assert.ok(rest === 0 || rest >= smallestShown, `${rest} of ${all} beside ${shown}`)
      }
      const countsOf = (all: readonly { readonly count: number }[]) => all.map((one) => one.count)
      const withFixed = figures.categories.filter((one) => one.fixed !== null)
      left(total, countsOf(figures.outcomes))
      left(total, countsOf(figures.categories))
      for (const one of withFixed) left(one.count, [one.fixed ?? 0])
      left(total, countsOf(withFixed))
      const shownOf = (wanted: Outcome) => figures.outcomes.find(({ outcome }) => outcome === wanted)?.count
      const fixedOf = withFixed.map((one) => one.fixed ?? 0)
      left(shownOf('fixed') ?? 0, fixedOf)
      left(
        total - (shownOf('fixed') ?? total),
        withFixed.map((one) => one.count - (one.fixed ?? 0)),
      )
      left(shownOf('end_of_life') ?? 0, countsOf(figures.barriers))

      const shownOutcomes = new Map(figures.outcomes.map((one) => [one.outcome, one.count]))
      const hiddenOutcomes = outcomes.filter((one) => !shownOutcomes.has(one))
      if (hiddenOutcomes.some((one) => tally.outcomes.has(one))) assert.ok(hiddenOutcomes.length > 1)

      const shown = new Map(figures.categories.map((one) => [one.category, one]))
      const rest = total - sumOf(figures.categories.map((one) => one.count))
      // There are forty, so there are always many that are hidden or empty.
      if (rest > 0) assert.ok(shown.size < 39)

      // The number of fixed repairs of each kind: between none and all of it, and together the total.
      const fixed = shownOutcomes.get('fixed')
      if (fixed === undefined) return assert.ok(figures.categories.every((one) => one.fixed === null))
      const told = sumOf(figures.categories.map((one) => one.fixed ?? 0))
      const open = figures.categories.filter((one) => one.fixed === null)
      for (const { category, count: all } of open) {
        const really = tally.categories.get(category)?.fixed ?? 0
        if (really === 0 || really >= smallestShown) continue
        const elsewhere = rest + sumOf(open.filter((one) => one.category !== category).map((one) => one.count))
        const least = Math.max(0, fixed - told - elsewhere)
        const most = Math.min(all, fixed - told)
        assert.ok(least < most, `${really} of ${all} of kind ${category}`)
      }

      const weighed = figures.categories.filter(
        (one) => one.fixed !== null && productWeight(one.category) !== undefined,
      )
      assert.equal(
        figures.kept.devices,
        sumOf(weighed.map((one) => one.fixed ?? 0)),
        'the weight tells of what is shown alone',
      )
      assert.equal(
        figures.kept.grams,
        sumOf(weighed.map((one) => (one.fixed ?? 0) * (productWeight(one.category) ?? 0))),
      )
      if (!shownOutcomes.has('end_of_life')) assert.deepEqual(figures.barriers, [])
    }),
    { numRuns: 1000 },
  )
})

const sumOf = (all: Iterable<number>) => [...all].reduce((sum, one) => sum + one, 0)
