import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories } from '#contract/codes.ts'
import { readOrds } from './tickets.ts'

test('if the name and the number of a category disagree, the name counts, and the preview shows what was ignored', () => {
  const reading = {
    now: Date.parse('2026-11-16T00:00:00Z'),
    today: '2026-11-16',
    instantOf: (local: string) => Date.parse(`${local}Z`),
    retentionDays: 0,
    kinds: [],
    memberOf: () => undefined,
    unstated: 'finished',
  } as const
  for (const [product_category, product_category_id, category, doubts] of [
    ['Toaster', '31', categories.toaster, []],
    ['Toaster', '', categories.toaster, []],
    ['', 31, categories.toaster, []],
    ['Toaster', '14', categories.toaster, ['product_category_id 14']],
    ['Toaster', '99', categories.toaster, ['product_category_id 99']],
    ['Teleporter', '31', categories.toaster, ['product_category Teleporter']],
    ['Teleporter', '99', 0, ['product_category Teleporter']],
  ] as const) {
    const cells = { event_date: '2026-03-01', partner_product_category: 'Thing', product_category, product_category_id }
    const read = readOrds(cells, reading)
    assert.equal(read.value?.category, category)
    assert.deepEqual(
      read.doubts.map(({ field, value }) => `${field} ${value}`),
      doubts,
    )
    assert.ok(read.doubts.every(({ flaw, refused }) => flaw === 'unknown_category' && !refused))
  }
})
