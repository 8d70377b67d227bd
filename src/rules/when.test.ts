import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Days } from './shifts.ts'
import { comingDate, isOver, latestDate, readWeek } from './when.ts'

const zone = 'Pacific/Auckland'
// Monday, 09:30; in UTC it is Sunday.
const now = Temporal.Instant.from('2026-11-15T20:30:00Z').epochMilliseconds
const days = new Days(
  {
    timeZone: zone,
    timetable: [{ shift: 1, from: '09:00', until: '12:00' }],
    closedDays: [{ from: '2026-11-17', until: '2027-11-15' }],
    makeUpDays: [],
  },
  [],
)

test('a Sunday has two names in Chinese', () => {
  for (const text of ['周日', '周天', '星期天', '禮拜日', 'Sunday', '7'])
    assert.deepEqual(readWeek(text, '2026-11-16'), { weekday: 7 }, text)
})

test('a shift without hours lasts all day, where the team is', () => {
  assert.deepEqual(
    ['2026-11-15', '2026-11-16'].map((date) => isOver(days, date, 2, now, zone)),
    [true, false],
  )
  assert.equal(comingDate(days, { weekday: 1 }, 2, now, zone), '2026-11-16')
  assert.equal(latestDate(days, { weekday: 1 }, 2, now, zone), '2026-11-16')
})

test('a weekday is found behind a year of closed days', () => {
  assert.equal(comingDate(days, { weekday: 2 }, 1, now, zone), '2027-11-16')
})
