import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duration } from '#client/duration.ts'
import { type HereNow, othersOnShift, shiftProgress, shiftToSignIn } from '#client/shift-sign-in.ts'
import { daysOfMonth, monthFrom } from '#web/lib/days.ts'
import { seenNow, shownPeople } from '#web/pages/desk/here/people.ts'
import { durationFlaw, monthIn, typedMinutes } from '#web/pages/desk/hours/typed-duration.ts'

test('minutes are shown exactly, in hours and minutes', () => {
  const told = (minutes: number) => [duration(minutes, 'en_US'), duration(minutes, 'zh_CN')]
  assert.deepEqual(told(0), ['0 min', '0 分钟'])
  assert.deepEqual(told(59), ['59 min', '59 分钟'])
  assert.deepEqual(told(120), ['2 h', '2 小时'])
  assert.deepEqual(told(1_267), ['21 h 7 min', '21 小时 7 分钟'])
  assert.deepEqual(told(-90), ['−1 h 30 min', '−1 小时 30 分钟'])
})

test('a duration is typed as hours, minutes or both', () => {
  assert.equal(typedMinutes('1.5', ''), 90)
  assert.equal(typedMinutes('1,5', ' '), 90)
  assert.equal(typedMinutes('', '45'), 45)
  assert.equal(typedMinutes('２', '5'), 125)
  assert.equal(typedMinutes('', ''), 0)
  for (const [hours, minutes] of [
    ['soon', ''],
    ['-1', ''],
    ['', '1h'],
  ] as const)
    assert.ok(Number.isNaN(typedMinutes(hours, minutes)), `${hours} ${minutes}`)
})

test('an invalid duration is reported at its field', () => {
  assert.equal(durationFlaw('1.5', ''), undefined)
  assert.equal(durationFlaw('24', ''), undefined)
  assert.deepEqual(durationFlaw('一个半', ''), { field: 'hours', flaw: 'noNumber' })
  assert.deepEqual(durationFlaw('1', 'x'), { field: 'minutes', flaw: 'noNumber' })
  assert.deepEqual(durationFlaw('', ''), { field: 'hours', flaw: 'noTime' })
  assert.deepEqual(durationFlaw('30', ''), { field: 'hours', flaw: 'tooLong' })
  assert.deepEqual(durationFlaw('', '1441'), { field: 'minutes', flaw: 'tooLong' })
})

test('the address of the page “My hours” holds the month', () => {
  assert.equal(monthIn('month=2026-02'), '2026-02')
  for (const wrong of ['', 'month=', 'month=2026-13', 'month=2026-2', 'month=1026-02'])
    assert.equal(monthIn(wrong), undefined)
  assert.equal(monthFrom('2026-12', 1), '2027-01')
  assert.equal(monthFrom('2026-01', -1), '2025-12')
  assert.deepEqual(daysOfMonth('2028-02'), { from: '2028-02-01', until: '2028-02-29' })
  assert.deepEqual(daysOfMonth('2026-12'), { from: '2026-12-01', until: '2026-12-31' })
})

const at = (time: string) => `2026-11-16T${time}:00.000000`
const shift = (number: string, from: string, until: string, mine = false) => ({
  shift: number,
  from: at(from),
  until: at(until),
  mine,
})
const [first, second] = [shift('1', '09:00', '12:00'), shift('2', '12:00', '14:00')]

test('signing in asks for the shift only if several are possible', () => {
  assert.equal(shiftToSignIn([]), undefined)
  assert.equal(shiftToSignIn([first]), first)
  assert.equal(shiftToSignIn([first, second]), undefined)
  const own = { ...second, mine: true }
  assert.equal(shiftToSignIn([first, own]), own)
  assert.equal(shiftToSignIn([{ ...first, mine: true }, own]), undefined)
})

test('the progress of a shift follows the clock', () => {
  assert.deepEqual(shiftProgress(first, at('08:50')), { before: 10 })
  assert.deepEqual(shiftProgress(first, at('09:00')), { over: 0, left: 180, percent: 0 })
  assert.deepEqual(shiftProgress(first, at('10:30')), { over: 90, left: 90, percent: 50 })
  assert.deepEqual(shiftProgress(first, at('12:20')), { over: 180, left: 0, percent: 100 })
})

test('the sign-in page lists expected members first, keeps their order, and finds others by name', () => {
  const person = (member: number, name: string) => ({ member, name, shift: '1' })
  const now: HereNow = {
    on: true,
    desk: true,
    here: [{ ...person(1, 'Ann'), since: at('09:01') }],
    shifts: [first],
    expected: [person(2, 'Bob')],
  }
  const team = ['Ann', 'Bob', 'Eve', 'Evan'].map((name, place) => ({ id: place + 1, name }))
  const names = (typed: string, me = 3, open = [first], then = now, seen = seenNow(then, [])) =>
    shownPeople(then, team, { typed, me, shift: open[0], seen })
      .map(({ name }) => name)
      .join()
  assert.equal(names(''), 'Bob,Ann,Eve')
  assert.equal(names('', 1), 'Bob,Ann')
  assert.equal(names(' EV '), 'Eve,Evan')
  assert.equal(names('n'), 'Ann,Evan')
  assert.equal(names('eve', 3, []), '')
  // Members who sign in or out keep their place; new ones are last.
  const later = {
    ...now,
    here: [
      { ...person(4, 'Evan'), since: at('09:02') },
      { ...person(2, 'Bob'), since: at('09:03') },
    ],
    expected: [],
  }
  const seen = seenNow(later, seenNow(now, []))
  assert.equal(names('', 3, [first], later, seen), 'Bob,Ann,Evan,Eve')
  assert.equal(seenNow(now, seen), seen)
  assert.deepEqual(othersOnShift([...now.here, { ...person(2, 'Bob'), since: at('09:05') }], person(1, 'Ann')), ['Bob'])
})
