import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date, dateTime, teamClock, timeOfDay, weekday } from '../../web/time.ts'

const clock = '2026-11-16T09:30:00.000000'

test('a timestamp is shown as the team’s clock showed it, without the year it still is', () => {
  const at = '2026-03-29T02:30:00.000000' // an hour that does not exist in Berlin
  assert.equal(dateTime(at, 'zh_CN', clock), '3月29日 02:30')
  assert.equal(dateTime(at, 'en_US', clock), 'Mar 29, 02:30')
  assert.equal(dateTime('2025-12-31T00:05:00.000000', 'zh_CN', clock), '2025年12月31日 00:05')
  assert.equal(date(at, 'zh_CN', clock), '3月29日周日')
  assert.equal(date(at, 'en_US', clock), 'Sun, Mar 29')
  assert.equal(timeOfDay(at), '02:30')
})

test('the team’s clock is told in its own zone', () => {
  assert.equal(teamClock(Date.UTC(2026, 10, 15, 16, 5), 'Asia/Shanghai'), '2026-11-16T00:05:00.000000')
})

test('weekdays count from Monday', () => {
  assert.equal(weekday(1, 'zh_CN'), '星期一')
  assert.equal(weekday(7, 'en_US'), 'Sunday')
  assert.equal(weekday(3, 'zh_CN', 'short'), '周三')
})
