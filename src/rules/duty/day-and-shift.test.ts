import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  comingDate,
  isShiftOver,
  latestDate,
  readDayAndShift,
  readShiftName,
  readWeekdayOrDate,
} from './day-and-shift.ts'
import { ShiftCalendar } from './shift-calendar.ts'

const zone = 'Pacific/Auckland'
// Monday, 09:30; in UTC it is Sunday.
const now = Temporal.Instant.from('2026-11-15T20:30:00Z').epochMilliseconds
const days = new ShiftCalendar(
  {
    timeZone: zone,
    timetable: [{ shift: 1, from: '09:00', until: '12:00' }],
    closedDays: [{ from: '2026-11-17', until: '2027-11-15' }],
    makeUpDays: [],
  },
  [],
)

test('both Chinese names of Sunday are understood', () => {
  for (const text of ['周日', '周天', '星期天', '禮拜日', 'Sunday', '7'])
    assert.deepEqual(readWeekdayOrDate(text, '2026-11-16'), { weekday: 7 }, text)
})

test('dates and shifts are read as people write them, and misspelt ones are recognised', () => {
  const week = (text: string) => readWeekdayOrDate(text, '2026-11-16')
  for (const [text, date] of [
    ['2026-11-8', '2026-11-08'],
    ['2026/2/3', '2026-02-03'],
    ['２０２６年１月９日', '2026-01-09'],
    ['2月28号', '2027-02-28'],
    ['7月1日', '2026-07-01'],
    ['2月29日', '2028-02-29'],
  ] as const)
    assert.deepEqual(week(text), text === '2月29日' ? 'unclear' : { date }, text)
  for (const text of ['2026-11/8', '0', '周九', 'Nov 3', 'tomorrow', '11.18']) assert.equal(week(text), 'unclear', text)
  for (const text of ['第3周', '考试周', 'week 3', '期末', 'any day']) assert.equal(week(text), undefined, text)
  assert.deepEqual(['3', '第十二班', '二十班', '晚上', 'Evening shift'].map(readShiftName), [
    { number: 3 },
    { number: 12 },
    { number: 20 },
    { part: 'evening' },
    { part: 'evening' },
  ])
  for (const text of ['0', '100', '十十', '甲班', 'shift two']) assert.equal(readShiftName(text), 'unclear', text)
  for (const text of ['随便', 'whenever']) assert.equal(readShiftName(text), undefined, text)
})

test('a misspelt weekday, month or part of the day is unclear, and free text is not', () => {
  const week = (text: string) => readWeekdayOrDate(text, '2026-11-16')
  for (const text of [
    ...['Wendsday', 'wensday', 'Tusday', 'teusday', 'Thrusday', 'next Saterday', 'Mnoday', 'Firday', 'Sudnay.'],
    ...['周8', '周10', '星期八', '星期 八', '礼拜十一', '13月40日', '十三月四十日', '十一月八日'],
    ...['Spetember 3', '3 Ocotber', 'Decmeber 24th, 2026', '24th of Febuary'],
  ])
    assert.equal(week(text), 'unclear', text)
  for (const text of [
    ...[
      '第3周',
      '第十周',
      'exam week',
      'week 12',
      '考试周',
      '期末',
      '十一',
      '国庆',
      'midday',
      'match 3',
      'someday',
      'holidays',
    ],
    ...['number 3', 'the third week', 'whenever I can', 'birthday', 'weekdays'],
  ])
    assert.equal(week(text), undefined, text)
  assert.deepEqual(['星期 三', '周 3'].map(week), [{ weekday: 3 }, { weekday: 3 }])
  for (const text of ['afternon', 'mornign', 'evenign shift']) assert.equal(readShiftName(text), 'unclear', text)
  for (const text of ['all day', 'moving', 'the whole day']) assert.equal(readShiftName(text), undefined, text)
})

test('a shift without hours lasts the whole day of the team’s zone', () => {
  assert.deepEqual(
    ['2026-11-15', '2026-11-16'].map((date) => isShiftOver(days, date, 2, now, zone)),
    [true, false],
  )
  assert.equal(comingDate(days, { weekday: 1 }, 2, now, zone), '2026-11-16')
  assert.equal(latestDate(days, { weekday: 1 }, 2, now, zone), '2026-11-16')
})

test('a shift is over at the minute it ends', () => {
  const end = Temporal.Instant.from('2026-11-15T23:00:00Z').epochMilliseconds
  assert.deepEqual(
    [end - 1, end].map((at) => isShiftOver(days, '2026-11-16', 1, at, zone)),
    [false, true],
  )
})

test('today is the date in the team’s zone, even if it is yesterday in UTC', () => {
  const west = 'America/New_York'
  const sunday = Temporal.Instant.from('2026-11-16T02:00:00Z').epochMilliseconds
  const open = new ShiftCalendar({ timeZone: west, timetable: [], closedDays: [], makeUpDays: [] }, [])
  assert.equal(comingDate(open, { weekday: 7 }, 1, sunday, west), '2026-11-15')
  assert.equal(latestDate(open, { weekday: 1 }, 1, sunday, west), '2026-11-09')
})

test('a part of the day names the one shift that begins in it, its first minute included, and is refused if there are two', () => {
  const timetable = [
    { shift: 1, from: '09:00', until: '10:00' },
    { shift: 2, from: '10:00', until: '12:00' },
    { shift: 3, from: '12:00', until: '14:00' },
    { shift: 4, from: '18:00', until: '20:00' },
  ]
  const facts = {
    term: { timeZone: zone, timetable, closedDays: [], makeUpDays: [] },
    slots: [],
    written: [],
    correction: undefined,
    leaves: [],
    removed: new Set<string>(),
  }
  const read = (shift: string) => readDayAndShift(facts, { week: '1', shift }, now)?.number
  assert.deepEqual(['下午', '晚上'].map(read), [3, 4])
  assert.throws(() => read('上午'), { code: 'bad_input' })
})

test('the next open weekday is found even after a year of closed days', () => {
  assert.equal(comingDate(days, { weekday: 2 }, 1, now, zone), '2027-11-16')
})
