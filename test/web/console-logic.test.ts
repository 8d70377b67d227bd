import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, targets } from '#contract/codes.ts'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { daysOfMonth, lastOpenDay, monthFrom, monthOfDays, yearBefore } from '#web/lib/days.ts'
import {
  correctionOf,
  isCorrectable,
  isDecidable,
  type LineSelection,
  toggleSelection,
} from '#web/pages/console/hours/selection.ts'
import { shiftAmong, shiftsOn } from '#web/pages/console/hours/shifts.ts'
import {
  isLineFiltered,
  lineQueryOf,
  noLineFilter,
  viewAddressOf,
  viewStateIn,
} from '#web/pages/console/hours/view-address.ts'
import { linkOfEntry } from '#web/pages/console/log-link.ts'
import { parsePastedList } from '#web/pages/console/members/pasted-list.ts'
import { comingGaps, type RosterWeek } from '#web/pages/console/overview/gaps.ts'
import {
  isSameSheet,
  printedLinesOf,
  shiftCountsOf,
  shiftsIn,
  slotHours,
  slotWarnings,
  withDayCopied,
  withSlot,
  withWorker,
} from '#web/pages/console/rosters/sheet.ts'
import { daysOfPeriod, withoutEmptyStart } from '#web/pages/console/statistics/period.ts'
import { axisLines, hasLabel, percent, readableDuration } from '#web/pages/console/statistics/scale.ts'

const slot = (workers: string[], leader = ''): RosterSlot => ({ weekday: 1, shift: 1, workers, leader })

test('the first worker of a roster slot leads it, and a removed leader no longer leads', () => {
  const one = withWorker(slot([]), 'Ann', true)
  assert.deepEqual(one, slot(['Ann'], 'Ann'))
  const two = withWorker(one, 'Bob', true)
  assert.deepEqual(two, slot(['Ann', 'Bob'], 'Ann'))
  assert.deepEqual(withWorker(two, 'Ann', false), slot(['Bob'], ''))
  assert.deepEqual(withWorker(two, 'Ann', true), slot(['Bob', 'Ann'], 'Ann'))
})

test('a roster that was changed and changed back counts as unchanged', () => {
  const before = [slot(['Ann', 'Bob'])]
  const without = withSlot(before, withWorker(slot(['Ann', 'Bob']), 'Bob', false))
  assert.equal(isSameSheet(without, before), false)
  assert.equal(isSameSheet(withSlot(without, withWorker(slot(['Ann']), 'Bob', true)), before), true)
  assert.equal(isSameSheet(before, [{ ...slot(['Ann', 'Bob']), leader: 'Bob' }]), false)
})

test('a new roster slot replaces the old one and keeps the order of the week', () => {
  const sheet = withSlot(withSlot([], { ...slot([]), weekday: 3 }), slot(['Ann']))
  assert.deepEqual(
    withSlot(sheet, slot(['Bob'])).map(({ weekday, workers }) => [weekday, ...workers]),
    [[1, 'Bob'], [3]],
  )
})

test('the roster editor warns of missing people, leaders and hours', () => {
  const known = new Set(['Ann', 'Bob'])
  const hours = '09:00–12:00'
  assert.deepEqual(slotWarnings(slot(['Ann', 'Bob'], 'Ann'), 2, hours, known), [])
  assert.deepEqual(slotWarnings(slot([]), 2, hours, known), ['nobody'])
  assert.deepEqual(slotWarnings(slot(['Ann']), 2, hours, known), ['no_leader', 'too_few'])
  assert.deepEqual(slotWarnings(slot(['Eve'], 'Eve'), 1, undefined, known), ['no_hours', 'unknown'])
})

test('the hours of one weekday replace the general hours of a shift', () => {
  const timetable = [
    { shift: 1, from: '09:00', until: '12:00' },
    { shift: 1, from: '10:00', until: '11:00', weekday: 6 },
  ]
  assert.equal(slotHours(timetable, 1, 1), '09:00–12:00')
  assert.equal(slotHours(timetable, 6, 1), '10:00–11:00')
  assert.equal(slotHours(timetable, 6, 2), undefined)
  assert.deepEqual(shiftsIn(timetable, [{ ...slot([]), shift: 7 }]), [1, 7])
  assert.deepEqual(shiftCountsOf([slot(['Ann'])], ['Bob', 'Ann']), [
    { name: 'Ann', shifts: 1 },
    { name: 'Bob', shifts: 0 },
  ])
})

test('the axis of a chart has round steps and no fractions of a ticket', () => {
  assert.deepEqual(axisLines(0), [0, 1])
  assert.deepEqual(axisLines(3), [0, 1, 2, 3])
  assert.deepEqual(axisLines(6), [0, 2, 4, 6])
  assert.deepEqual(axisLines(47), [0, 20, 40, 60])
  assert.deepEqual(axisLines(1000), [0, 500, 1000])
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter(hasLabel(6, 3)), [1, 3, 5])
})

test('a duration in the statistics is shown in a fitting unit', () => {
  assert.deepEqual(readableDuration(0), { value: 0, unit: 'minute' })
  assert.deepEqual(readableDuration(20), { value: 1, unit: 'minute' })
  assert.deepEqual(readableDuration(2 * 3600), { value: 2, unit: 'hour' })
  assert.deepEqual(readableDuration(26.4 * 3600), { value: 26, unit: 'hour' })
  assert.deepEqual(readableDuration(80 * 3600), { value: 3.3, unit: 'day' })
})

test('the overview shows understaffed shifts that are soon and not over', () => {
  const shift = (day: number, gaps: RosterWeek['list'][number]['gaps']): RosterWeek['list'][number] => ({
    date: `2026-11-${day}`,
    weekday: 1,
    shift: 1,
    from: `2026-11-${day}T09:00:00.000000`,
    until: `2026-11-${day}T12:00:00.000000`,
    workers: [],
    leader: '',
    leaves: [],
    gaps,
  })
  const week = (list: RosterWeek['list']): RosterWeek => ({
    from: '',
    until: '',
    roster: null,
    closed: [],
    list,
    special: [],
  })
  const weeks = [
    week([shift(15, ['nobody']), shift(16, ['too_few'])]),
    week([shift(19, []), shift(18, ['nobody']), shift(25, ['nobody'])]),
  ]
  const days = comingGaps(weeks, '2026-11-16T11:00:00.000000', '2026-11-23T11:00:00.000000').map(({ date }) => date)
  assert.deepEqual(days, ['2026-11-16', '2026-11-18'])
})

test('a pasted list of members is read line by line, and each problem has its reason', () => {
  const members = [
    { name: 'Ann', stuid: '1', active: true },
    { name: 'Bob', stuid: '2', active: false },
  ]
  const text = ` Carol\t7 \r\n\nAnn\nBob，2\n韩梅梅\nCarol\nDan,1\nEve,7\n${'x'.repeat(65)}\nKim\n`
  assert.deepEqual(
    parsePastedList(text, members).map(({ line, name, stuid, problem }) => [
      line,
      name.slice(0, 5),
      stuid,
      problem ?? '',
    ]),
    [
      [1, 'Carol', '7', ''],
      [3, 'Ann', '', 'member'],
      // A removed member can be invited again.
      [4, 'Bob', '2', ''],
      [5, '韩梅梅', '', ''],
      [6, 'Carol', '', 'doubled'],
      [7, 'Dan', '1', 'stuid_taken'],
      [8, 'Eve', '7', 'stuid_doubled'],
      [9, 'xxxxx', '', 'too_long'],
      [10, 'Kim', '', ''],
    ],
  )
  const many = Array.from({ length: 102 }, (_, i) => `N${i}`).join('\n')
  assert.deepEqual(
    parsePastedList(`N0\n${many}`, []).flatMap(({ name, problem }) => (problem ? [`${name} ${problem}`] : [])),
    ['N0 doubled', 'N100 too_many', 'N101 too_many'],
  )
})

test('copying a roster day replaces the other days', () => {
  const on = (weekday: number, shift: number, workers: string[]): RosterSlot => ({
    weekday,
    shift,
    workers,
    leader: '',
  })
  const sheet = [on(1, 1, ['Ann']), on(1, 2, ['Bob']), on(2, 3, ['Eve']), on(3, 1, ['Dan'])]
  assert.deepEqual(withDayCopied(sheet, 1, [1, 2, 5]), [
    on(1, 1, ['Ann']),
    on(1, 2, ['Bob']),
    on(2, 1, ['Ann']),
    on(2, 2, ['Bob']),
    on(3, 1, ['Dan']),
    on(5, 1, ['Ann']),
    on(5, 2, ['Bob']),
  ])
  const few = printedLinesOf(sheet, [1, 2, 3])
  const more = printedLinesOf([...sheet, on(5, 1, ['Ann', 'Bob', '欧阳娜娜欧阳娜娜'])], [1, 2, 3])
  assert.equal(Math.round(more - few), 3, 'a long name takes two lines')
})

test('statistics cover whole weeks and months up to today, without empty periods at the start', () => {
  const own = { from: '', until: '2026-05-01' }
  assert.deepEqual(daysOfPeriod('4weeks', '2026-11-17', own), { from: '2026-10-26', until: '2026-11-17' })
  assert.deepEqual(daysOfPeriod('13weeks', '2026-11-15', own), { from: '2026-08-17', until: '2026-11-15' })
  assert.deepEqual(daysOfPeriod('12months', '2026-11-30', own), { from: '2025-12-01', until: '2026-11-30' })
  assert.deepEqual(daysOfPeriod('own', '2026-11-30', own), { until: '2026-05-01' })
  const week = (created: number, finished = 0) => ({ created, finished, unrepairable: 0 })
  assert.deepEqual(withoutEmptyStart([week(0), week(0, 1), week(0)]), [week(0, 1), week(0)])
  assert.deepEqual(withoutEmptyStart([week(0)]), [])
  assert.deepEqual([percent(1, 3), percent(0, 0), percent(2, 2)], [33, 0, 100])
})

test('an entry of the operation log links to its object', () => {
  const place = (target: keyof typeof targets, operation: keyof typeof operations, id = 7) =>
    linkOfEntry({ target: targets[target], operation: operations[operation], id })
  assert.equal(place('ticket', 'pick'), '/desk/tickets/7')
  assert.equal(place('ticket', 'export', 0), '/console/statistics')
  assert.equal(place('member', 'update'), '/console/members?id=7')
  assert.equal(place('roster', 'update'), '/console/rosters/7')
  assert.equal(place('roster', 'delete'), '/console/rosters')
  assert.equal(place('duty', 'ask_leave'), '/console/leaves')
  assert.equal(place('duty', 'conclude'), '/console/summaries')
  assert.equal(place('duty', 'update'), '/console/duty')
  assert.equal(place('feedback', 'create'), '/console/feedback')
  assert.equal(place('hours', 'update'), '/console/hours')
  assert.equal(place('settings', 'update'), '/console/settings')
  assert.equal(place('stocktake', 'create'), '/desk/stocktake')
  assert.equal(place('certificate', 'create'), undefined)
  assert.equal(place('user', 'update'), undefined)
})

test('the address of the hours page holds its days, filter and view', () => {
  assert.deepEqual(daysOfMonth('2028-02'), { from: '2028-02-01', until: '2028-02-29' })
  assert.deepEqual([monthFrom('2026-01', -1), monthFrom('2026-12', 1)], ['2025-12', '2027-01'])
  assert.equal(monthOfDays({ from: '2026-11-01', until: '2026-11-30' }), '2026-11')
  assert.equal(monthOfDays({ from: '2026-11-01', until: '2026-11-29' }), undefined)
  assert.equal(monthOfDays({ from: '', until: '' }), undefined)
  assert.equal(yearBefore('2026-10-31'), '2025-10-31')
  const today = '2026-11-16'
  // A month that is not over is not proposed to be closed.
  assert.deepEqual(
    ['', '2026-08-01', '2026-10-31', '2026-11-01'].map((openFrom) => lastOpenDay(openFrom, today)),
    ['2026-10-31', '2026-10-31', '2026-10-31', ''],
  )
  const november = { view: 'lines', days: daysOfMonth('2026-11'), filter: noLineFilter } as const
  const own = {
    view: 'people',
    days: { from: '2026-09-01', until: '' },
    filter: { member: 7, state: 'proposed', kind: 'work', objected: true },
  } as const
  assert.equal(viewAddressOf(november, today), '')
  assert.equal(viewAddressOf({ ...november, days: daysOfMonth('2026-10') }, today), '?month=2026-10')
  for (const place of [november, own, { ...november, days: daysOfMonth('2025-02') }])
    assert.deepEqual(viewStateIn(viewAddressOf(place, today), today), place)
  assert.deepEqual(viewStateIn('?month=2026-13&state=x&member=-1&view=y', today), november)
  assert.deepEqual(lineQueryOf(own.days, own.filter), {
    from: '2026-09-01',
    member: 7,
    state: 'proposed',
    kind: 'work',
    only: 'objected',
  })
  assert.deepEqual([isLineFiltered(noLineFilter), isLineFiltered(own.filter)], [false, true])
})

test('hours entries are selected one by one or as a range', () => {
  const list = [9, 8, 7, 6]
  const of = (chosen: LineSelection) => [...chosen].toSorted()
  assert.deepEqual(of(toggleSelection(new Set(), list, 8)), [8])
  assert.deepEqual(of(toggleSelection(new Set([8]), list, 6, 8)), [6, 7, 8])
  assert.deepEqual(of(toggleSelection(new Set([6, 7, 8]), list, 8, 7)), [6])
  assert.deepEqual(of(toggleSelection(new Set([1]), list, 8, 1)), [1, 8], 'the other one is on another page')
  const line = { period: 0, here: false, kind: 'shift', corrected: false, objected: false } as Parameters<
    typeof isDecidable
  >[0]
  assert.deepEqual([isDecidable(line), isCorrectable(line)], [true, true])
  for (const other of [{ period: 3 }, { here: true }, { kind: 'correction' as const }, { corrected: true }])
    assert.equal(isDecidable({ ...line, ...other }), false)
  assert.deepEqual(
    [
      { period: 3 },
      { kind: 'correction' as const },
      { here: true },
      { corrected: true },
      { corrected: true, objected: true },
    ].map((other) => isCorrectable({ ...line, ...other })),
    [true, true, false, false, true],
  )
  // For an entry of a closed period the correction states the new total, also if it corrects an open correction.
  const shift = { ...line, closed: false, inAll: 0, arrival: '2026-10-26T09:00:00.000000', minutes: 180 }
  assert.equal(correctionOf(shift).byTimes, true)
  assert.deepEqual(correctionOf({ ...shift, arrival: '' }), { byTimes: false, minutes: 180 })
  for (const closed of [shift, { ...shift, kind: 'correction' as const, arrival: '', minutes: 30 }])
    assert.deepEqual(correctionOf({ ...closed, closed: true, inAll: 210 }), { byTimes: false, minutes: 210 })
})

test('an hours entry is written for a shift of its day, with that weekday’s times', () => {
  const timetable = [
    { shift: 2, from: '20:00', until: '24:00' },
    { shift: 1, from: '09:00', until: '12:00' },
    { shift: 1, from: '10:00', until: '12:00', weekday: 6 },
  ]
  const on = (date: string, makeUpDays: { date: string; weekday: number }[] = []) =>
    shiftsOn({ timetable, makeUpDays }, date).map(({ shift, from, until }) => `${shift} ${from}–${until}`)
  assert.deepEqual(on('2026-11-16'), ['1 09:00–12:00', '2 20:00–00:00'])
  assert.deepEqual(on('2026-11-21'), ['1 10:00–12:00', '2 20:00–00:00'])
  const shifts = shiftsOn({ timetable, makeUpDays: [] }, '2026-11-16')
  assert.deepEqual(
    ['', '2', '7', 'others'].map((chosen) => shiftAmong(shifts, chosen)),
    ['1', '2', '1', 'others'],
  )
  assert.equal(shiftAmong([], '2'), 'others')
  assert.deepEqual(on('2026-11-16', [{ date: '2026-11-16', weekday: 6 }]), ['1 10:00–12:00', '2 20:00–00:00'])
})
