import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comingGaps, type Week } from '#web/scenes/console/overview/gaps.ts'
import {
  hoursOf,
  loadOf,
  type Slot,
  sameSheet,
  shiftsOf,
  warningsOf,
  withSlot,
  withWorker,
} from '#web/scenes/console/rosters/sheet.ts'
import { axis, labelled, span } from '#web/scenes/console/statistics/scale.ts'

const slot = (workers: string[], leader = ''): Slot => ({ weekday: 1, shift: 1, workers, leader })

test('the first to come to a shift leads it, and who goes leads no longer', () => {
  const one = withWorker(slot([]), 'Ann', true)
  assert.deepEqual(one, slot(['Ann'], 'Ann'))
  const two = withWorker(one, 'Bob', true)
  assert.deepEqual(two, slot(['Ann', 'Bob'], 'Ann'))
  assert.deepEqual(withWorker(two, 'Ann', false), slot(['Bob'], ''))
  assert.deepEqual(withWorker(two, 'Ann', true), slot(['Bob', 'Ann'], 'Ann'))
})

test('a sheet that was changed back is the same again', () => {
  const before = [slot(['Ann', 'Bob'])]
  const without = withSlot(before, withWorker(slot(['Ann', 'Bob']), 'Bob', false))
  assert.equal(sameSheet(without, before), false)
  assert.equal(sameSheet(withSlot(without, withWorker(slot(['Ann']), 'Bob', true)), before), true)
  assert.equal(sameSheet(before, [{ ...slot(['Ann', 'Bob']), leader: 'Bob' }]), false)
})

test('a slot takes the place of the one before, and the sheet stays in the order of the week', () => {
  const sheet = withSlot(withSlot([], { ...slot([]), weekday: 3 }), slot(['Ann']))
  assert.deepEqual(
    withSlot(sheet, slot(['Bob'])).map(({ weekday, workers }) => [weekday, ...workers]),
    [[1, 'Bob'], [3]],
  )
})

test('a roster is warned about where people, a leader or hours are missing', () => {
  const known = new Set(['Ann', 'Bob'])
  const hours = '09:00–12:00'
  assert.deepEqual(warningsOf(slot(['Ann', 'Bob'], 'Ann'), 2, hours, known), [])
  assert.deepEqual(warningsOf(slot([]), 2, hours, known), ['nobody'])
  assert.deepEqual(warningsOf(slot(['Ann']), 2, hours, known), ['no_leader', 'too_few'])
  assert.deepEqual(warningsOf(slot(['Eve'], 'Eve'), 1, undefined, known), ['no_hours', 'unknown'])
})

test('hours of a single weekday go before the general ones', () => {
  const timetable = [
    { shift: 1, from: '09:00', until: '12:00' },
    { shift: 1, from: '10:00', until: '11:00', weekday: 6 },
  ]
  assert.equal(hoursOf(timetable, 1, 1), '09:00–12:00')
  assert.equal(hoursOf(timetable, 6, 1), '10:00–11:00')
  assert.equal(hoursOf(timetable, 6, 2), undefined)
  assert.deepEqual(shiftsOf(timetable, [{ ...slot([]), shift: 7 }]), [1, 7])
  assert.deepEqual(loadOf([slot(['Ann'])], ['Bob', 'Ann']), [
    { name: 'Ann', shifts: 1 },
    { name: 'Bob', shifts: 0 },
  ])
})

test('an axis counts in steps that people count in, and never in parts of a ticket', () => {
  assert.deepEqual(axis(0), [0, 1])
  assert.deepEqual(axis(3), [0, 1, 2, 3])
  assert.deepEqual(axis(6), [0, 2, 4, 6])
  assert.deepEqual(axis(47), [0, 20, 40, 60])
  assert.deepEqual(axis(1000), [0, 500, 1000])
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter(labelled(6, 3)), [1, 3, 5])
})

test('a span is told in the unit a person would choose', () => {
  assert.deepEqual(span(0), { value: 0, unit: 'minute' })
  assert.deepEqual(span(20), { value: 1, unit: 'minute' })
  assert.deepEqual(span(2 * 3600), { value: 2, unit: 'hour' })
  assert.deepEqual(span(26.4 * 3600), { value: 26, unit: 'hour' })
  assert.deepEqual(span(80 * 3600), { value: 3.3, unit: 'day' })
})

test('of the shifts that lack somebody those are told that are not over and come soon', () => {
  const shift = (day: number, gaps: Week['list'][number]['gaps']): Week['list'][number] => ({
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
  const week = (list: Week['list']): Week => ({ from: '', until: '', roster: null, closed: [], list, special: [] })
  const weeks = [
    week([shift(15, ['nobody']), shift(16, ['too_few'])]),
    week([shift(19, []), shift(18, ['nobody']), shift(25, ['nobody'])]),
  ]
  const days = comingGaps(weeks, '2026-11-16T11:00:00.000000', '2026-11-23T11:00:00.000000').map(({ date }) => date)
  assert.deepEqual(days, ['2026-11-16', '2026-11-18'])
})
