import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf, timetableOf, withException, withRow, withShift } from '#web/components/timetable/rows.ts'

const general = { shift: 1, from: '08:00', until: '10:00' }

test('a timetable that was not edited is saved as it was', () => {
  const timetable = [general, { ...general, weekday: 3, from: '07:00' }, { shift: 2, from: '22:00', until: '24:00' }]
  assert.deepEqual(timetableOf(rowsOf(timetable)), timetable)
})

test('an added shift begins where the last one ends, and ends by midnight', () => {
  let rows = withShift([])
  assert.deepEqual(timetableOf(rows), [{ shift: 1, from: '09:00', until: '11:00' }])
  rows = withShift(withRow(rows, 0, { from: '18:00', until: '22:30' }))
  assert.deepEqual(timetableOf(rows)[1], { shift: 2, from: '22:30', until: '24:00' })
})

test('an added exception is for the first weekday without one, and is listed below its shift', () => {
  const rows = withException(withException(rowsOf([general, { shift: 2, from: '10:00', until: '12:00' }]), 0), 0)
  assert.deepEqual(
    rows.map(({ shift, weekday }) => [shift, weekday]),
    [
      [1, 0],
      [1, 2],
      [1, 1],
      [2, 0],
    ],
  )
  assert.equal(new Set(rows.map(({ key }) => key)).size, 4)
})
