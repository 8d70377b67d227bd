import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers, outcomes } from '#contract/tickets/outcome-fields.ts'
import { csvRecord } from '#kit/csv-writer.ts'
import { readCsv } from '../../../test/support/csv.ts'
import fc from '../../../test/support/fast-check.ts'
import { checkOrds, standardCategories } from '../../../test/support/ords.ts'
import {
  barrierOfOrds,
  brandOfOrds,
  categoryOfOrds,
  idOfKey,
  isOwnKey,
  type OrdsRepair,
  type OrdsTeam,
  ordsCategories,
  ordsCells,
  ordsColumns,
  ordsId,
  ordsKey,
  ordsLetters,
  outcomeOfOrds,
  splitPartnerCategory,
  splitProblem,
  typeOfName,
} from './ords.ts'
import { scrubber } from './scrub.ts'

const team: OrdsTeam = { provider: 'Campus Repair', group: 'Team 1', country: 'CHN' }
const scrub = scrubber(['张小明'])
const kettle: OrdsRepair = {
  id: 12,
  kind: 'Appliance',
  device: 'Kettle',
  model: '',
  description: 'Leaks.',
  remedy: 'New seal.',
  repaired: true,
  outcome: '',
  barrier: '',
  category: 0,
  brand: '',
  year: 0,
  date: '2026-11-16',
  people: [],
}
const cellsOf = (more: Partial<OrdsRepair>) => ordsCells({ ...kettle, ...more }, team, scrub)

test('an exported repair has the fourteen cells of the standard', () => {
  assert.deepEqual(cellsOf({}), [
    'campusrepair-12',
    'Campus Repair',
    'CHN',
    'Appliance ~ Kettle',
    'Kettle',
    14,
    'Unknown',
    '',
    '',
    'Fixed',
    '',
    'Team 1',
    '2026-11-16',
    'Leaks. ~ New seal.',
  ])
  const told = cellsOf({
    outcome: 'end_of_life',
    barrier: 'worn_out',
    category: 16,
    brand: '联想',
    year: 2020,
    remedy: '',
  })
  assert.deepEqual(told.slice(4, 11), ['Laptop', 16, '联想', '2020', '6', 'End of life', 'Item too worn out'])
  assert.equal(told[13], 'Leaks.')
  assert.equal(cellsOf({ repaired: false })[9], 'Unknown', 'an unrepaired device may still be repairable: unknown')
  assert.equal(
    cellsOf({ outcome: 'repairable', barrier: 'worn_out' })[10],
    '',
    'this barrier belongs to the end of life only',
  )
  assert.equal(cellsOf({ year: 2027 })[8], '', 'a year in the future gives no age')
  assert.equal(cellsOf({ device: 'gizmo' })[4], 'Misc')
  assert.equal(cellsOf({ brand: '张小明' })[6], 'Unknown', 'a name is no brand')
  assert.equal(cellsOf({ description: '张小明 and Ann', people: ['Ann'] })[13], '… and … ~ New seal.')
})

test('exported categories have the names of the standard', () => {
  assert.deepEqual(
    [...ordsCategories],
    standardCategories.map((name, i) => [i + 1, name]),
  )
})

test('an exported id consists of the provider’s letters and the ticket number', () => {
  assert.equal(ordsLetters('Répair Café 9¾'), 'repaircafe')
  assert.equal(ordsLetters('维修队'), 'fettle')
  assert.equal(ordsId({ id: 3, imported: 'rcwales-9' }, 'a'), 'rcwales-9')
  assert.equal(ordsId({ id: 3, taken: true }, 'a'), 'ax-3')
  assert.equal(ordsKey('rcwales_3'), 'ords rcwales-3')
  assert.equal(idOfKey('ords rcwales-3'), 'rcwales-3')
  for (const id of ['', 'Rc-1', 'rc 1', 'rc-1x']) assert.equal(ordsKey(id), undefined)
  for (const key of ['ords rc-3', 'ords rcx-3']) assert.ok(isOwnKey(key, 'rc'))
  for (const key of ['ords rcwales-3', 'ords r-3', 'ords rcxx-3', 'ords: rc-3']) assert.ok(!isOwnKey(key, 'rc'), key)
})

test('the words of published open data are understood in all their spellings', () => {
  assert.equal(outcomeOfOrds(' end of life'), 'end_of_life')
  assert.equal(outcomeOfOrds('?'), undefined)
  for (const text of ['Item too worn out', 'Product too worn out', 'Too worn out'])
    assert.equal(barrierOfOrds(text), 'worn_out')
  assert.equal(barrierOfOrds('No way to open the product'), 'cannot_open')
  assert.equal(categoryOfOrds('Toaster', '31'), 31)
  assert.equal(categoryOfOrds('toaster', ''), 31)
  assert.equal(categoryOfOrds('Toaster', '14'), 31)
  assert.equal(categoryOfOrds('Teleporter', '31'), 31)
  assert.equal(categoryOfOrds('Teleporter', '99'), undefined)
  assert.equal(brandOfOrds('Unknown'), '')
  assert.deepEqual(splitPartnerCategory('Iron'), { kind: '', device: 'Iron' })
  assert.deepEqual([typeOfName('电脑'), typeOfName('Appliance'), typeOfName('Bicycle')], [1, 0, undefined])
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom(' ~ ', '~', ' ', '"', ',', '=', "'", '\r\n', 'leaks', '坏了', '138', '-', '@x', '…'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)
const year = fc.oneof(fc.constant(0), fc.integer({ min: 1900, max: 2100 }))
const repair = fc.record<OrdsRepair>({
  id: fc.integer({ min: 1, max: 10 ** 9 }),
  kind: fc.constantFrom('Appliance', '电脑'),
  device: text,
  model: text,
  description: text,
  remedy: text,
  repaired: fc.boolean(),
  outcome: fc.constantFrom('', ...outcomes),
  barrier: fc.constantFrom('', ...barriers),
  category: fc.integer({ min: 0, max: 40 }),
  brand: text,
  year,
  date: fc.constantFrom('2026-11-16', '1999-12-31'),
  people: fc.constant([]),
})

test('every ticket gives a valid record, and importing a record and exporting it again changes nothing', () => {
  fc.assert(
    fc.property(repair, (given) => {
      const heading = csvRecord(ordsColumns)
      const record = csvRecord(ordsCells(given, team, scrub))
      const { rows, wrong } = checkOrds(heading + record)
      assert.deepEqual(wrong, [])
      const [row = {}] = rows
      const cell = (name: (typeof ordsColumns)[number]) => row[name] ?? ''
      const outcome = outcomeOfOrds(cell('repair_status')) ?? ''
      const back: OrdsRepair = {
        id: 1,
        imported: idOfKey(ordsKey(cell('id')) ?? ''),
        ...splitPartnerCategory(cell('partner_product_category')),
        model: '',
        ...splitProblem(cell('problem')),
        repaired: outcome === 'fixed',
        outcome,
        barrier: barrierOfOrds(cell('repair_barrier_if_end_of_life')) ?? '',
        category: categoryOfOrds(cell('product_category'), cell('product_category_id')) ?? 0,
        brand: brandOfOrds(cell('brand')),
        year: Number(cell('year_of_manufacture')),
        date: cell('event_date'),
        people: [],
      }
      const again = csvRecord(ordsCells(back, team, scrub))
      assert.equal(again, record)
      assert.equal(readCsv(again).length, 1)
    }),
    { numRuns: 1000 },
  )
})
