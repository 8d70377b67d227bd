import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyOpen, isNarrowed, wishOf } from '#web/scenes/desk/queue/filter.ts'
import { daysLater, hasBegun, hoursOf, isOver, myShifts, partIn, type Shift } from '#web/scenes/desk/shifts/week.ts'

test('the queue asks for what its controls say', () => {
  assert.deepEqual(wishOf(everyOpen), { open: 1 })
  assert.deepEqual(wishOf({ text: ' fan ', who: 'unclaimed', state: 'all', type: '0' }), {
    values: 'fan',
    queryType: 3,
    type: 0,
  })
  assert.deepEqual(wishOf({ ...everyOpen, who: 'mine', state: '5' }), { queryType: 4, open: 1, status: 5 })
  // What was cancelled is finished: there is no unfinished one of it.
  assert.deepEqual(wishOf({ ...everyOpen, state: '7' }), { status: 7 })
  assert.equal(isNarrowed({ ...everyOpen, text: '  ' }), false)
  assert.equal(isNarrowed({ ...everyOpen, type: '1' }), true)
})

const shift = (given: Partial<Shift>): Shift => ({
  date: '2026-11-16',
  weekday: 1,
  shift: 1,
  from: '2026-11-16T09:00:00.000000',
  until: '2026-11-16T12:00:00.000000',
  workers: ['Ann', 'Bob'],
  leader: 'Ann',
  leaves: [],
  gaps: [],
  ...given,
})

test('my shifts are those ahead that I am on, or have asked leave from', () => {
  const now = '2026-11-16T12:00:00.000000'
  const over = shift({})
  const tomorrow = shift({ date: '2026-11-17', from: '', until: '' })
  const left = shift({ ...tomorrow, workers: ['Bob'], leaves: [{ member: 'Ann', substitute: '' }] })
  const others = shift({ ...tomorrow, workers: ['Bob'] })
  assert.deepEqual(myShifts([over, tomorrow, left, others], 'Ann', now), [tomorrow, left])
  assert.deepEqual([partIn(tomorrow, 'Ann'), partIn(left, 'Ann'), partIn(others, 'Ann')], ['on', 'away', undefined])
})

test('a shift without hours lasts all day', () => {
  const today = shift({ from: '', until: '' })
  for (const clock of ['2026-11-16T00:00:00.000000', '2026-11-16T23:59:00.000000'])
    assert.deepEqual([hasBegun(today, clock), isOver(today, clock)], [true, false])
  assert.deepEqual([hoursOf(shift({})), hoursOf(today)], ['09:00–12:00', ''])
  assert.equal(hasBegun(shift({}), '2026-11-16T08:59:59.000000'), false)
})

test('a week later is seven days later, whatever the clocks do', () => {
  assert.equal(daysLater('2026-10-24', 7), '2026-10-31')
  assert.equal(daysLater('2026-03-01', -7), '2026-02-22')
})
