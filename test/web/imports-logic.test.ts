import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFields, importKinds } from '#contract/imports/import-fields.ts'
import { langs } from '#contract/languages.ts'
import { weightOf } from '#web/lib/weight.ts'
import {
  asksDates,
  baseName,
  fieldGroups,
  fieldsOfKind,
  importableRows,
  optionFieldsOf,
  shownFields,
  tableKinds,
  withColumn,
  withKind,
  withSheet,
} from '#web/pages/console/imports/import-options.ts'
import { countriesIn } from '#web/pages/console/settings/countries.ts'

const column = (field: (typeof importFields)['tickets'][number] | '') => ({ heading: '', field, samples: [] })
const view = { kind: 'tickets', columns: [column('created'), column('device'), column('')] } as const
const doubt = { row: 2, others: 0, field: 'created', value: '03/04/2026', refused: true } as const

test('every field of an import can be chosen once, and is in a group', () => {
  assert.deepEqual(new Set(tableKinds), new Set(importKinds))
  for (const kind of tableKinds) {
    assert.deepEqual(fieldsOfKind(kind).toSorted(), [...importFields[kind]].sort(), kind)
    assert.ok(Object.keys(fieldGroups[kind]).length > 0)
  }
})

test('choosing a field for a column takes it from the column that had it', () => {
  const chosen = withColumn({ dates: 'day_first' }, { ...view, columns: [...view.columns] }, 2, 'device')
  assert.deepEqual(chosen, { dates: 'day_first', kind: 'tickets', columns: ['created', '', 'device'], byHand: [2] })
  const left = withColumn(chosen, { ...view, columns: [...view.columns] }, 0, '')
  assert.deepEqual(left.columns, ['', 'device', ''])
  assert.deepEqual(left.byHand, [2, 0])
})

test('another kind or sheet of an import is recognised anew and keeps the date order', () => {
  const wish = { kind: 'tickets', sheet: '2025', columns: ['device'], byHand: [0], dates: 'day_first' } as const
  assert.deepEqual(withKind(wish, 'members'), { kind: 'members', sheet: '2025', dates: 'day_first' })
  assert.deepEqual(withSheet(wish, '2026'), { sheet: '2026', dates: 'day_first' })
})

test('import options that were not chosen are not sent', () => {
  assert.deepEqual(optionFieldsOf({}), {})
  assert.deepEqual(optionFieldsOf({ kind: 'tickets', columns: ['device', ''], unstated: 'open', byHand: [1] }), {
    kind: 'tickets',
    columns: '["device",""]',
    unstated: 'open',
  })
})

test('an import asks for the date order only if dates are ambiguous', () => {
  assert.equal(asksDates({ doubts: [{ ...doubt, flaw: 'not_a_date' }] }, {}), false)
  assert.equal(asksDates({ doubts: [{ ...doubt, flaw: 'unclear_date' }] }, {}), true)
  assert.equal(asksDates({ doubts: [] }, { dates: 'month_first' }), true, 'it can be changed back')
})

test('by default an import takes all rows, or else the good rows, and none without required columns', () => {
  assert.equal(importableRows({ missing: [], good: 3, refused: 0 }), 'all')
  assert.equal(importableRows({ missing: [], good: 3, refused: 1 }), 'good')
  assert.equal(importableRows({ missing: [], good: 0, refused: 0 }), '')
  assert.equal(importableRows({ missing: ['device'], good: 3, refused: 0 }), '')
})

test('the import preview shows every field that a row has', () => {
  const preview = [
    { row: 2, values: { device: 'Lamp', created: '2026-03-01', owner: '' } },
    { row: 3, values: { device: 'Fan', phone: '1' } },
  ]
  assert.deepEqual(shownFields({ kind: 'tickets', preview }), ['created', 'device', 'phone'])
})

test('the file of refused rows is named after the imported file', () => {
  assert.equal(baseName('repairs 2026.final.xlsx'), 'repairs 2026.final')
  assert.equal(baseName('.csv'), '.csv')
})

test('a weight is shown in kilograms or tonnes', () => {
  assert.deepEqual(weightOf(8_420), { amount: 8.4, unit: 'kilograms' })
  assert.deepEqual(weightOf(312_400), { amount: 312, unit: 'kilograms' })
  assert.deepEqual(weightOf(1_240_000), { amount: 1.2, unit: 'tonnes' })
})

test('every country of ISO 3166 can be chosen by its name in each language', () => {
  for (const lang of langs) {
    const countries = countriesIn(lang)
    assert.equal(new Set(countries.map(({ code }) => code)).size, 249)
    assert.ok(countries.every(({ code, name }) => /^[A-Z]{3}$/.test(code) && name !== code))
  }
  assert.ok(countriesIn('zh_CN').some(({ code, name }) => code === 'CHN' && name === '中国'))
  assert.ok(countriesIn('en_US').some(({ code, name }) => code === 'DEU' && name === 'Germany'))
})
