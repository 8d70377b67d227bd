import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ago,
  dateTime,
  dayName,
  dayText,
  fullDate,
  longDate,
  monthOf,
  teamClock,
  timeOfDay,
  weekday,
  weekdayAndDate,
} from '#web/lib/time.ts'

const clock = '2026-11-16T09:30:00.000000'

test('a timestamp is shown as the team’s local time, and its year only if it is another', () => {
  const at = '2026-03-29T02:30:00.000000' // an hour that does not exist in Berlin
  assert.equal(dateTime(at, 'zh_CN', clock), '3 月 29 日 02:30')
  assert.equal(dateTime(at, 'en_US', clock), '29 Mar, 02:30')
  assert.equal(dateTime('2025-12-31T00:05:00.000000', 'zh_CN', clock), '2025 年 12 月 31 日 00:05')
  assert.equal(weekdayAndDate(at, 'zh_CN', clock), '3 月 29 日 周日')
  assert.equal(weekdayAndDate(at, 'en_US', clock), 'Sun 29 Mar')
  assert.equal(timeOfDay(at), '02:30')
})

test('English dates are British, and Chinese dates have spaces beside numbers', () => {
  assert.equal(fullDate('2026-11-16', 'en_US'), 'Monday 16 November')
  assert.equal(fullDate('2026-11-16', 'zh_CN'), '11 月 16 日 星期一')
  assert.equal(longDate('2026-09-07', 'en_US'), '7 September 2026')
  assert.equal(longDate('2026-09-07', 'zh_CN'), '2026 年 9 月 7 日')
  assert.equal(weekdayAndDate('2025-09-07', 'en_US', clock), 'Sun 7 Sept 2025')
  assert.equal(monthOf('2026-10-01', 'zh_CN', 'long'), '2026 年 10 月')
})

test('yesterday, today and tomorrow are named so, by the team’s clock', () => {
  const days = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18']
  const [before, yesterday, today, tomorrow, after] = ['Sat 14 Nov', 'yesterday', 'today', 'tomorrow', 'Wed 18 Nov']
  for (const now of ['2026-11-16', '2026-11-16T00:00:00.000000', '2026-11-16T23:59:59.999999'])
    assert.deepEqual(
      days.map((one) => dayText(one, 'en_US', now)),
      [before, yesterday, today, tomorrow, after],
    )
  assert.equal(dateTime('2026-11-15T23:59:00.000000', 'zh_CN', clock), '昨天 23:59')
  assert.equal(dateTime('2026-11-17T00:00:00.000000', 'en_US', clock), 'tomorrow 00:00')
  assert.equal(dayText('2027-01-01', 'zh_CN', '2026-12-31T23:00:00.000000'), '明天')
  assert.deepEqual([dayName('2026-11-16', 'en_US', clock), dayName('2026-11-16', 'zh_CN', clock)], ['Today', '今天'])
  // Until the clock is known a day is its date.
  assert.equal(dayText('2026-11-16', 'zh_CN', ''), '2026 年 11 月 16 日 周一')
})

test('the team’s clock shows the time in its own zone', () => {
  assert.equal(teamClock(Date.UTC(2026, 10, 15, 16, 5), 'Asia/Shanghai'), '2026-11-16T00:05:00.000000')
})

test('an age has a number and a unit, and under a minute it is just now', () => {
  const ages = (lang: 'zh_CN' | 'en_US') =>
    ['09:29:31', '09:29:00', '08:30:59', '01:30:00'].map((time) => ago(`2026-11-16T${time}.000000`, lang, clock))
  assert.deepEqual(ages('zh_CN'), ['刚刚', '1 分钟前', '59 分钟前', '8 小时前'])
  assert.deepEqual(ages('en_US'), ['just now', '1 min ago', '59 min ago', '8 h ago'])
  assert.equal(ago('2026-11-11T09:30:00.000000', 'zh_CN', clock), '5 天前')
  assert.deepEqual(
    ['2026-11-15', '2026-11-11'].map((day) => ago(`${day}T09:30:00.000000`, 'en_US', clock)),
    ['1 day ago', '5 days ago'],
  )
  assert.equal(ago('2026-11-16T09:31:00.000000', 'zh_CN', clock), '刚刚', 'a clock that is late')
})

test('weekdays count from Monday', () => {
  assert.equal(weekday(1, 'zh_CN'), '星期一')
  assert.equal(weekday(7, 'en_US'), 'Sunday')
  assert.equal(weekday(3, 'zh_CN', 'short'), '周三')
})
