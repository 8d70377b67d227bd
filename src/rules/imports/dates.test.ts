import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cell } from '#kit/tables/table.ts'
import { type DateOrder, readDate } from './dates.ts'

/** The result for a cell: a date, a date and a time, or the reason why it has none. */
function read(cell: Cell, order?: DateOrder): string | undefined {
  const found = readDate(cell, order)
  if (found === undefined) return undefined
  return 'flaw' in found ? found.flaw : [found.date, found.time].filter(Boolean).join(' ')
}

describe('dates in imported tables', () => {
  for (const text of [
    '2026-03-01',
    '2026-3-1',
    '2026/3/1',
    '2026/03/01',
    '2026.3.1',
    '2026.03.01',
    '2026年3月1日',
    '2026年03月01日',
    '2026 年 3 月 1 日',
    '2026年3月1号',
    '２０２６年３月１日',
    '２０２６／３／１',
    ' 2026-03-01 ',
    '\u30002026-03-01',
    '20260301',
    '2026-03-01 星期日',
    '2026年3月1日 周日',
    '2026/3/1(周日)',
    '2026/3/1（星期日）',
    '2026年3月1日星期天',
    '星期日 2026-3-1',
    '二〇二六年三月一日',
    '二零二六年三月一日',
    '26年3月1日',
    '1 Mar 2026',
    '1 March 2026',
    '01 Mar 2026',
    '1st March 2026',
    '1st of March 2026',
    '1-Mar-2026',
    '1-Mar-26',
    '01-MAR-26',
    '1 mar. 2026',
    'Mar 1, 2026',
    'March 1, 2026',
    'March 1st, 2026',
    'Mar. 1 2026',
    'Sun 1 Mar 2026',
    'Sunday, March 1, 2026',
    'Sun, 1 Mar 2026',
    '2026 Mar 1',
    '2026-Mar-01',
    '2026-03-01T00:00',
    '46082',
    '46082.0',
    '1/3/2026',
    '01/03/2026',
    '1.3.2026',
    '01.03.2026',
    '1-3-2026',
    '1/3/26',
  ])
    test(`a cell with ${text} is read as 1 March 2026`, () => {
      const time = text.includes('T') ? ' 00:00' : ''
      assert.equal(read(text, 'day_first'), `2026-03-01${time}`)
    })

  for (const [text, expected] of [
    ['3/1/2026', '2026-03-01'],
    ['03/01/2026', '2026-03-01'],
    ['3/1/26', '2026-03-01'],
    ['12/31/2026', '2026-12-31'],
    ['3.1.2026', '2026-03-01'],
  ] as const)
    test(`with the month first, a cell with ${text} is read as a date`, () =>
      assert.equal(read(text, 'month_first'), expected))

  for (const [text, expected] of [
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['13.02.2026', '2026-02-13'],
    ['2/2/2026', '2026-02-02'],
    ['25-12-2026', '2026-12-25'],
  ] as const)
    test(`a cell with ${text} is read as the only date that it can mean`, () => assert.equal(read(text), expected))

  for (const text of [
    '3/1/2026',
    '01/03/2026',
    '1.3.2026',
    '1-3-2026',
    '26-3-1',
    '26/3/1',
    '26.3.1',
    '1/3/26',
    '260301',
    '12/31/26',
  ])
    test(`a cell with ${text} could mean several dates and is reported as unclear`, () =>
      assert.equal(read(text), 'unclear_date'))

  test('a date with dashes and a two-digit year is unclear, whichever order was chosen', () => {
    assert.equal(read('26-3-1', 'day_first'), 'unclear_date')
    assert.equal(read('01-03-26', 'month_first'), 'unclear_date')
  })

  for (const [text, expected] of [
    ['2026-03-01 15:30', '15:30'],
    ['2026-03-01T15:30', '15:30'],
    ['2026-03-01T15:30:45', '15:30'],
    ['2026-03-01 15:30:45.123', '15:30'],
    ['2026/3/1 9:05', '09:05'],
    ['2026/3/1 0:00', '00:00'],
    ['2026/3/1 9:05:00 AM', '09:05'],
    ['2026/3/1 3:30 PM', '15:30'],
    ['2026/3/1 12:15 AM', '00:15'],
    ['2026/3/1 12:15 pm', '12:15'],
    ['2026/3/1 3pm', '15:00'],
    ['2026/3/1 3 p.m.', '15:00'],
    ['2026年3月1日 15:30', '15:30'],
    ['2026年3月1日15:30', '15:30'],
    ['2026年3月1日 下午3点', '15:00'],
    ['2026年3月1日下午3点', '15:00'],
    ['2026年3月1日下午3点半', '15:30'],
    ['2026年3月1日下午3:30', '15:30'],
    ['2026年3月1日 下午3点30分', '15:30'],
    ['2026年3月1日上午9点', '09:00'],
    ['2026年3月1日 15点30分', '15:30'],
    ['2026年3月1日15时', '15:00'],
    ['2026/3/1 晚上8点', '20:00'],
    ['2026/3/1 中午12点', '12:00'],
    ['2026/3/1 中午1点', '13:00'],
    ['2026/3/1 凌晨1:20', '01:20'],
    ['2026/3/1 上午 10:10', '10:10'],
    ['2026年3月1日（周日）15：30', '15:30'],
    ['2026/3/1 星期日 15:30', '15:30'],
    ['1 Mar 2026 15:30', '15:30'],
    ['Mar 1, 2026, 3:30 PM', '15:30'],
    ['1 Mar 2026, 3:30pm', '15:30'],
    ['2026/03/01 3:30:12 PM GMT+8', '15:30'],
    ['2026-03-01T15:30:00+08:00', '15:30'],
    ['202603011530', '15:30'],
    ['20260301153045', '15:30'],
    ['46082.5', '12:00'],
    ['46082.6458333333', '15:30'],
  ] as const)
    test(`the time ${expected} is read from ${text}`, () => assert.equal(read(text), `2026-03-01 ${expected}`))

  for (const text of ['2026/3/1 下午', '2026年3月1日上午', '2026-03-01 晚上'])
    test(`a cell with ${text} has a date and no time`, () => assert.equal(read(text), '2026-03-01'))

  for (const text of [
    '昨天',
    '2026',
    '2026-03',
    '2026年3月',
    '3月1日',
    '3/1',
    '3.1',
    'Mar 2026',
    'Mar-26',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026/2/29',
    '31/2/2026',
    '31.04.2026',
    '32/1/2026',
    '13/13/2026',
    '30 Feb 2026',
    '0000-00-00',
    '1899-12-31',
    '9999-12-31',
    '12345',
    '99999',
    '1',
    '0',
    '-5',
    '1772323200',
    '1772323200000',
    '2026-03-01 25:00',
    '2026-03-01 12:60',
    '2026-03-01 14:00-16:00',
    '2026-03-01 左右',
    '2026-03-01/02',
    '2026-03-011',
    '坏了',
    'TBC',
    '-',
    '?',
    '#N/A',
    '1 Marble 2026',
    '2026-03-01 5',
    '15:30',
    '下午3点',
    'Sunday',
    '星期日',
    '1/2',
    '１',
  ])
    test(`a cell with ${text} is not a date`, () => assert.equal(read(text, 'day_first'), 'not_a_date'))

  test('a date in a spreadsheet is recognised by its number format', () => {
    assert.equal(read({ date: '2026-03-01' }), '2026-03-01')
    assert.equal(read({ date: '2026-03-01T15:30' }), '2026-03-01 15:30')
    assert.equal(read({ date: 'T15:30' }), 'not_a_date')
    assert.equal(read({ formula: true, value: { date: '2026-03-01' } }), '2026-03-01')
    assert.equal(read(46082), '2026-03-01')
    assert.equal(read(46082.5), '2026-03-01 12:00')
    assert.equal(read(20260301), '2026-03-01')
    assert.equal(read(true), 'not_a_date')
    assert.equal(read(3), 'not_a_date')
  })

  test('an empty cell has no date', () => {
    for (const cell of [undefined, '', '  ', '\u3000', { formula: true, value: undefined } as const])
      assert.equal(read(cell), undefined)
  })
})
