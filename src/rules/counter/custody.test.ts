import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkedAccessories,
  compareStock,
  type DeviceHolding,
  hasHandBackDetails,
  holdingAfter,
  readScan,
  type StockDevice,
} from './custody.ts'

const at = 5
const line = { at, shelf: '', toMember: null }

test('the custody entries of a device say where it is', () => {
  const steps = [
    [
      { ...line, what: 'received' },
      { since: at, place: 'counter', shelf: '', memberId: null },
    ],
    [
      { ...line, what: 'shelved', shelf: 'B3', at: 6 },
      { since: at, place: 'shelf', shelf: 'B3', memberId: null },
    ],
    [
      { ...line, what: 'colleague', toMember: 7 },
      { since: at, place: 'colleague', shelf: 'B3', memberId: 7 },
    ],
    // Said again, it is no news of where it is.
    [
      { ...line, what: 'received' },
      { since: at, place: 'colleague', shelf: 'B3', memberId: 7 },
    ],
    [
      { ...line, what: 'bench' },
      { since: at, place: 'bench', shelf: 'B3', memberId: null },
    ],
    [
      { ...line, what: 'workshop' },
      { since: at, place: 'workshop', shelf: 'B3', memberId: null },
    ],
    // The member who receives the device holds it.
    [
      { ...line, what: 'received' },
      { since: at, place: 'counter', shelf: 'B3', memberId: null },
    ],
    [
      { ...line, what: 'received', shelf: 'C1' },
      { since: at, place: 'shelf', shelf: 'C1', memberId: null },
    ],
    [
      { ...line, what: 'returned' },
      { since: at, place: 'shelf', shelf: 'C1', memberId: null },
    ],
    [
      { ...line, what: 'not_returned' },
      { since: at, place: 'shelf', shelf: 'C1', memberId: null },
    ],
  ] as const
  let held: DeviceHolding | undefined
  for (const [step, expected] of steps) {
    held = holdingAfter(held, step)
    assert.deepEqual(held, expected)
  }
})

test('a hand-back lists every accessory that came, as returned or with a reason, or lists none', () => {
  for (const nothing of [{}, { to: '' }, { signature: '' }]) assert.equal(hasHandBackDetails(nothing), false)
  for (const something of [
    { returned: [] },
    { missing: [] },
    { to: 'Bo' },
    { shown: 'id' as const },
    { signature: 'x' },
  ])
    assert.equal(hasHandBackDetails(something), true)

  assert.deepEqual(checkedAccessories([0, 5], { to: 'Bo' }), [])
  assert.deepEqual(checkedAccessories([], { returned: [] }), [])
  const missing = [{ accessory: 0, reason: 'kept' }]
  assert.deepEqual(checkedAccessories([0, 5, 5], { returned: [5], missing }), [
    { accessory: 0, returned: false, reason: 'kept' },
    { accessory: 5, returned: true, reason: '' },
  ])
  for (const [came, wish, code, accessory] of [
    [[0], { returned: [0, 9] }, 'accessory_never_there', 9],
    [[0], { returned: [0], missing: [{ accessory: 8, reason: 'lost' }] }, 'accessory_never_there', 8],
    [[0, 5], { returned: [0] }, 'accessory_unsaid', 5],
    [[0, 5], { missing }, 'accessory_unsaid', 5],
    [[0], { returned: [0], missing }, 'accessory_unsaid', 0],
  ] as const)
    assert.throws(() => checkedAccessories(came, wish), { code, facts: { accessory } })
})

const publicUrl = 'https://repair.example.edu'

test('a scanned code is read as a tag or a ticket number, from an address or from printed text', () => {
  for (const text of [`${publicUrl}/g/1043`, 'T1043', 't 1043', ' T1043 '])
    assert.deepEqual(readScan(text, publicUrl), { tag: 1043 })
  for (const text of [`${publicUrl}/t/12`, '12', '#12', '# 12'])
    assert.deepEqual(readScan(text, publicUrl), { ticket: 12 })
  for (const text of [
    '',
    'T',
    'A04',
    '12a',
    '-12',
    '1.5',
    'https://elsewhere.example/t/12',
    `${publicUrl}.example/t/12`,
    `${publicUrl}/t/`,
    `${publicUrl}/t/12/13`,
    `${publicUrl}/r#12`,
    '9'.repeat(40),
  ])
    assert.equal(readScan(text, publicUrl), undefined, text)
})

test('stocktaking sorts devices by scans and records: present, unexpected or missing', () => {
  const at = (id: number, place: StockDevice['place'], shelf = '') => ({ id, device: `device ${id}`, place, shelf })
  const kept = [at(1, 'shelf', 'B3'), at(2, 'shelf', 'C1'), at(3, 'counter'), at(4, 'bench', 'B3'), at(5, 'workshop')]
  const stock = {
    kept,
    tags: new Map([
      [101, 1],
      [102, null],
      [106, 6],
    ]),
    tickets: new Map([1, 2, 3, 4, 5, 6, 7].map((id) => [id, id === 6])),
  }
  const compare = (shelf: string, ...texts: string[]) => {
    const { missing, ...rest } = compareStock(
      texts.map((text) => ({ text, scan: readScan(text, publicUrl) })),
      stock,
      shelf,
    )
    return { ...rest, missing: missing.map(({ id }) => id) }
  }
  assert.deepEqual(compare(''), { there: 0, stray: [], missing: [1, 2, 3] })
  assert.deepEqual(compare('', 'T101', '1', '#3', '4', `${publicUrl}/t/4`), {
    there: 2,
    stray: [{ scan: '4', id: 4, why: 'elsewhere' }],
    missing: [2],
  })
  assert.deepEqual(compare('b3', '2'), { there: 0, stray: [{ scan: '2', id: 2, why: 'elsewhere' }], missing: [1] })
  assert.deepEqual(
    compare('B3', 'T101', 'T102', 'T102', 'T106', '6', '7', '99', 'T99', 'soap', 'https://x.example/r#secret'),
    {
      there: 1,
      stray: [
        { scan: 'T102', id: 0, why: 'blank' },
        { scan: 'T106', id: 6, why: 'returned' },
        { scan: '7', id: 7, why: 'never_received' },
        { scan: '99', id: 0, why: 'unknown' },
        { scan: 'T99', id: 0, why: 'unknown' },
        { scan: 'soap', id: 0, why: 'unknown' },
        // Receipts are not stored.
        { scan: 'https://x.example/r', id: 0, why: 'unknown' },
      ],
      missing: [],
    },
  )
})
