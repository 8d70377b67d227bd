import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changesTo,
  closingOf,
  draftOf,
  isSecondTap,
  matchesName,
  sortedByName,
  suggestion,
  toDraft,
  yearTyped,
} from '#client/closing.ts'
import { categories, codeTables, statuses } from '#contract/codes.ts'
import { outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'

const nothing = { outcome: '', barrier: '', category: 0, brand: '', year: 0, remedy: '' } as const
const { repaired, unrepairable } = statuses

test('each finished status offers exactly its own outcomes', () => {
  assert.deepEqual(new Set([...outcomesAt(repaired), ...outcomesAt(unrepairable)]), new Set(outcomes))
  assert.ok(!outcomesAt(unrepairable).includes('fixed'))
  assert.ok(!outcomesAt(repaired).includes('end_of_life') && !outcomesAt(repaired).includes('repairable'))
})

test('“fixed” is proposed for a repaired ticket, and no outcome for others', () => {
  assert.equal(closingOf(nothing, repaired).outcome, 'fixed')
  assert.equal(closingOf(nothing, unrepairable).outcome, '')
  // A correction starts without a proposal.
  assert.equal(closingOf(nothing).outcome, '')
  const known = { ...nothing, outcome: 'end_of_life', barrier: 'worn_out', brand: 'Midea', year: 2019 } as const
  assert.deepEqual(closingOf(known), { ...known, year: '2019' })
  assert.deepEqual(closingOf(known, repaired), { ...known, outcome: 'fixed', barrier: '', year: '2019' })
})

test('closing a ticket sends changed fields only, and a barrier only for end of life', () => {
  const known = { ...nothing, category: categories.kettle, brand: 'Midea', year: 2019 }
  assert.deepEqual(changesTo(known, closingOf(known)), {})
  assert.deepEqual(changesTo(known, closingOf(known, repaired)), { outcome: 'fixed' })
  const closing = { ...closingOf(known), remedy: ' A new fuse ', year: '', brand: '  ' }
  assert.deepEqual(changesTo(known, closing), { brand: '', year: 0, remedy: 'A new fuse' })
  const ends = { ...closingOf(nothing, unrepairable), outcome: 'end_of_life', barrier: 'cannot_open' } as const
  assert.deepEqual(changesTo(nothing, ends), { outcome: 'end_of_life', barrier: 'cannot_open' })
  assert.deepEqual(changesTo(nothing, { ...ends, outcome: 'repairable' }), { outcome: 'repairable' })
})

test('the year of a device accepts full-width digits', () => {
  assert.equal(yearTyped('２０１９年'), '2019')
  assert.equal(yearTyped('about 2019 or 2020'), '2019')
  assert.equal(yearTyped('no idea'), '')
})

test('the guess about a device fills only empty fields', () => {
  const guess = { category: categories.kettle, brand: 'Midea' }
  assert.deepEqual(suggestion(guess, { category: 0, brand: '' }), guess)
  assert.deepEqual(suggestion(guess, { category: categories.iron, brand: ' ' }), { category: 0, brand: 'Midea' })
  assert.equal(suggestion(guess, { category: categories.iron, brand: 'Philips' }), undefined)
  assert.equal(suggestion({ category: 0, brand: '' }, { category: 0, brand: '' }), undefined)
  assert.equal(suggestion(undefined, { category: 0, brand: '' }), undefined)
})

test('a product category is found by its name in any language', () => {
  const all = Object.entries(codeTables.category).map(([name, code]) => ({
    code,
    name: {
      zh_CN: words.zh_CN.codes.category[name as keyof typeof categories],
      en_US: words.en_US.codes.category[name as keyof typeof categories],
    },
  }))
  const found = (search: string) => all.filter((one) => matchesName(one, search)).map(({ code }) => code)
  assert.equal(all.length, 40)
  assert.deepEqual(found('水壶'), [categories.kettle])
  assert.deepEqual(found(' KETT'), [categories.kettle])
  assert.equal(found('').length, 40)
  assert.deepEqual(found('submarine'), [])
  for (const lang of ['zh_CN', 'en_US'] as const) {
    const sorted = sortedByName(all, lang, categories.misc)
    assert.equal(sorted.at(-1)?.code, categories.misc)
    assert.equal(new Set(sorted).size, 40)
  }
})

test('a draft of an outcome is restored, except fields that a colleague has changed meanwhile', () => {
  const first = { brand: '', year: '', remedy: 'Nothing yet' }
  const draft = toDraft({ brand: 'Midea', year: '', remedy: 'A new fuse' }, first)
  assert.deepEqual(draftOf(draft, first), { brand: 'Midea', remedy: 'A new fuse' })
  assert.deepEqual(draftOf(draft, { ...first, remedy: 'A new switch' }), { brand: 'Midea' })
  assert.equal(toDraft(first, first), undefined, 'an unchanged form has no draft')
  assert.deepEqual(draftOf(undefined, first), {})
  assert.deepEqual(draftOf('no draft at all', first), {})
})

test('the second click of a double tap presses no button in the form that the first one opened', () => {
  const opened = 1000
  const tap = { timeStamp: 1200, detail: 1, pointerType: 'touch' }
  assert.equal(isSecondTap(tap, opened), true)
  assert.equal(isSecondTap({ ...tap, timeStamp: 1500 }, opened), false)
  const click = { timeStamp: 1200, detail: 2, pointerType: 'mouse' }
  assert.equal(isSecondTap(click, opened), true)
  assert.equal(isSecondTap({ ...click, detail: 1 }, opened), false, 'a fast hand')
  assert.equal(isSecondTap({ timeStamp: 1010, detail: 0, pointerType: '' }, opened), false, 'a key')
})
