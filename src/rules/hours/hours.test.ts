import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HourRule } from '#contract/hours/hour-fields.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { instantOf, minute, wallClock } from '#kit/time.ts'
import fc from '../../../test/support/fast-check.ts'
import {
  awaitsDecision,
  entryMinutes,
  type HourCalendar,
  type HourEntry,
  isLeftOutOfLists,
  periodText,
  sumsOf,
  tallyHours,
} from './hours.ts'

const zone = 'Europe/Berlin'
const at = (text: string) => instantOf(text, zone) ?? Number.NaN
const closedDays = new Set(['2026-10-03', '2026-12-25'])
const calendar: HourCalendar = { zone, isClosed: (date) => closedDays.has(date) }

const plain: HourEntry = {
  id: 1,
  member: 1,
  kind: 'work',
  date: '2026-11-16',
  countsOn: '2026-11-16',
  state: 'approved',
  from: null,
  until: null,
  minutes: null,
  exact: false,
  corrects: null,
  at: 0,
  period: null,
  counted: null,
}
const work = (id: number, minutes: number, more: Partial<HourEntry> = {}): HourEntry => ({
  ...plain,
  id,
  minutes,
  at: id,
  ...more,
})
const stay = (id: number, from: string, until: string, more: Partial<HourEntry> = {}): HourEntry => ({
  ...plain,
  id,
  kind: 'shift',
  date: from.slice(0, 10),
  from: at(from),
  until: at(until),
  at: at(from),
  ...more,
})
const rule = (more: Partial<HourRule> = {}): HourRule => ({ ...defaultSettings.hourRule, ...more })
const counts = (entries: readonly HourEntry[], more: Partial<HourRule> = {}) => {
  const { counts } = tallyHours(entries, rule(more), calendar)
  return entries.map(({ id }) => counts.get(id))
}

test('minutes are rounded up, down or to the nearest, for each entry or for the whole day', () => {
  const day = [work(1, 10), work(2, 50), work(3, 15)]
  assert.deepEqual(counts(day), [10, 50, 15])
  assert.deepEqual(counts(day, { rounding: 30, direction: 'up' }), [30, 60, 30])
  assert.deepEqual(counts(day, { rounding: 30, direction: 'down' }), [0, 30, 0])
  assert.deepEqual(counts(day, { rounding: 30, direction: 'nearest' }), [0, 60, 30])
  // 10, 60 and 75 minutes so far: each line has what the day has more with it.
  assert.deepEqual(counts(day, { rounding: 30, direction: 'nearest', per: 'day' }), [0, 60, 30])
  assert.deepEqual(counts(day, { rounding: 60, direction: 'down', per: 'day' }), [0, 60, 0])
  assert.deepEqual(counts([work(1, 7), work(2, 8)], { rounding: 15, direction: 'nearest', per: 'day' }), [0, 15])
})

test('at most the daily maximum of minutes counts, starting with the earliest entry', () => {
  const most = { mostPerDay: 100 }
  assert.deepEqual(counts([work(1, 60), work(2, 60), work(3, 60)], most), [60, 40, 0])
  assert.deepEqual(counts([work(1, 60, { at: 9 }), work(2, 60)], most), [40, 60])
  assert.deepEqual(counts([work(2, 60, { at: 5 }), work(1, 60, { at: 5 })], most), [40, 60])
  assert.deepEqual(counts([work(1, 50), work(2, 50)], { ...most, per: 'day', rounding: 60, direction: 'up' }), [60, 40])
  // Other days and other members have a most of their own.
  const others = [work(2, 90, { date: '2026-11-17' }), work(3, 90, { member: 2 })]
  assert.deepEqual(counts([work(1, 90), ...others], most), [90, 90, 90])
  // And so has what comes late, on each day that it comes on: to close a period in between changes nothing.
  const late = [work(4, 90, { countsOn: '2026-12-01' }), work(5, 90, { countsOn: '2026-12-02' })]
  const [first, ...second] = late
  assert.deepEqual(counts([work(1, 90), ...late], most), [90, 90, 90])
  assert.deepEqual(
    counts([work(1, 90), { ...first, ...{ period: 7, counted: 90 } } as HourEntry, ...second], most),
    [90, 90, 90],
  )
})

test('rejected entries do not count towards the daily maximum, and pending ones do', () => {
  const day = [work(1, 60, { state: 'refused' }), work(2, 60, { state: 'proposed' }), work(3, 60)]
  assert.deepEqual(counts(day, { mostPerDay: 100 }), [0, 60, 40])
})

test('the latest correction replaces an entry, and an entry for a difference counts beside it', () => {
  const first = work(1, 60)
  const second = work(2, 20, { kind: 'correction', corrects: 1 })
  const third = work(3, 30, { kind: 'correction', corrects: 1 })
  for (const order of [
    [first, second, third],
    [third, second, first],
    [first, third, second],
  ]) {
    const tally = tallyHours(order, rule(), calendar)
    assert.deepEqual([...tally.counts].sort(), [
      [1, 0],
      [2, 0],
      [3, 30],
    ])
    assert.deepEqual([...tally.corrected].sort(), [1, 2])
    // A corrected line does not wait for a decision.
    assert.equal(awaitsDecision({ ...first, state: 'proposed' }, tally, rule()), false)
    assert.equal(isLeftOutOfLists({ ...first, state: 'proposed', kind: 'ticket' }, tally, rule()), false)
  }
  const fourth = work(4, 10, { kind: 'correction', corrects: 1 })
  const all = tallyHours([first, third, second, fourth], rule(), calendar).corrected
  assert.deepEqual([...all].sort(), [1, 2, 3])
  const closed = [
    work(1, 60, { period: 4, counted: 90 }),
    work(2, -25, { kind: 'correction', corrects: 1, exact: true }),
    work(3, 50),
  ]
  assert.deepEqual(counts(closed, { rounding: 60, direction: 'up', mostPerDay: 60 }), [90, -25, 60])
  assert.equal(tallyHours(closed, rule(), calendar).corrected.size, 0)
})

test('minutes at night and on a closed day count more, by the time at which each begins', () => {
  const more = { nightPercent: 150, closedPercent: 200 }
  assert.deepEqual(counts([stay(1, '2026-11-16T21:00', '2026-11-16T23:00')], more), [60 + 90])
  assert.deepEqual(counts([stay(1, '2026-11-16T05:00', '2026-11-16T07:00')], more), [90 + 60])
  // Past midnight into the holiday, where the larger of the two holds.
  assert.deepEqual(counts([stay(1, '2026-10-02T23:00', '2026-10-03T01:00')], more), [90 + 120])
  assert.deepEqual(counts([stay(1, '2026-10-02T23:00', '2026-10-03T01:00')], { ...more, nightPercent: 300 }), [360])
  assert.deepEqual(
    counts([stay(1, '2026-11-16T12:00', '2026-11-16T13:00')], { ...more, nightFrom: '12:30', nightUntil: '12:45' }),
    [30 + 22 + 1 + 15],
  )
  assert.deepEqual(
    counts([stay(1, '2026-11-16T22:00', '2026-11-16T23:00')], { ...more, nightFrom: '22:00', nightUntil: '22:00' }),
    [60],
  )
  // The minute that begins at 21:59:40 is not at night yet.
  assert.deepEqual(counts([stay(1, '2026-11-16T21:59:40', '2026-11-16T22:01:40')], more), [3])
  assert.deepEqual(counts([work(1, 60, { date: '2026-10-03' }), work(2, 60)], more), [120, 60])
  assert.deepEqual(counts([stay(1, '2026-10-03T12:00', '2026-10-03T13:00')], { closedPercent: 200 }), [120])
})

test('on the day of a clock change, the minutes that really passed count', () => {
  const night = { nightPercent: 200, nightFrom: '01:00', nightUntil: '02:30' }
  // Four hours pass between one and four o'clock; from 02:00 to 02:30 it is night twice.
  const back = stay(1, '2026-10-25T01:00', '2026-10-25T04:00')
  assert.equal(entryMinutes(back, rule()), 240)
  assert.deepEqual(counts([back], night), [240 + 60 + 30 + 30])
  // Two hours pass, and it is never half past two.
  const ahead = stay(1, '2026-03-29T01:00', '2026-03-29T04:00')
  assert.equal(entryMinutes(ahead, rule()), 120)
  assert.deepEqual(counts([ahead], night), [120 + 60])
})

test('a ticket counts as many minutes as the rule of the day on which it was finished says', () => {
  const ticket = (id: number, time: string): HourEntry => ({
    ...plain,
    id,
    kind: 'ticket',
    date: time.slice(0, 10),
    at: at(time),
  })
  const tickets = [ticket(1, '2026-11-16T15:00'), ticket(2, '2026-11-17T23:00'), ticket(3, '2026-10-03T15:00')]
  assert.deepEqual(counts(tickets), [0, 0, 0])
  assert.deepEqual(counts(tickets, { ticketMinutes: 20, nightPercent: 150, closedPercent: 200 }), [20, 30, 40])
  const [proposed] = tickets.map((one) => ({ ...one, state: 'proposed' as const }))
  assert.ok(proposed)
  const tally = tallyHours([proposed], rule(), calendar)
  assert.deepEqual([awaitsDecision(proposed, tally, rule()), isLeftOutOfLists(proposed, tally, rule())], [false, true])
  const counting = rule({ ticketMinutes: 20 })
  assert.deepEqual(
    [awaitsDecision(proposed, tally, counting), isLeftOutOfLists(proposed, tally, counting)],
    [true, false],
  )
  assert.equal(isLeftOutOfLists({ ...proposed, state: 'refused' }, tally, rule()), false)
  // It was closed when tickets counted nothing.
  assert.equal(isLeftOutOfLists({ ...proposed, period: 3, counted: 0 }, tally, counting), true)
})

test('a clock set back removes no minutes, and a closed period keeps its sums', () => {
  assert.deepEqual(counts([stay(1, '2026-11-16T09:00', '2026-11-16T08:00')]), [0])
  assert.deepEqual(counts([work(1, 60, { period: 1, counted: 45 })], { rounding: 60, direction: 'up' }), [45])
  assert.deepEqual(counts([work(1, 60, { period: 1, counted: 0 })]), [0])
})

test('the checksum of a period covers only fields that an erasure keeps', () => {
  const line = {
    id: 4,
    member: 2,
    kind: 'correction',
    date: '2026-11-16',
    state: 'approved',
    counted: -30,
    corrects: 3,
  } as const
  assert.equal(
    periodText('{}', [line, { ...line, id: 5, corrects: null }]),
    '{}\n4 2 correction 2026-11-16 approved -30 3\n5 2 correction 2026-11-16 approved -30 0\n',
  )
})

test('hours are summed by kind and in total', () => {
  const parts = [
    { kind: 'shift', minutes: 60 },
    { kind: 'correction', minutes: -15 },
    { kind: 'shift', minutes: 5 },
  ] as const
  assert.deepEqual(sumsOf(parts), { shift: 65, work: 0, ticket: 0, correction: -15, total: 50 })
})

// As slow and simple as can be: each minute by itself, on the clock on the wall.
function hundredths(entry: HourEntry, { nightFrom, nightUntil, nightPercent, closedPercent, ticketMinutes }: HourRule) {
  const isNight = (time: string) =>
    nightFrom <= nightUntil ? nightFrom <= time && time < nightUntil : nightFrom <= time || time < nightUntil
  const worth = (date: string, time?: string) =>
    Math.max(100, time && isNight(time) ? nightPercent : 100, calendar.isClosed(date) ? closedPercent : 100)
  const worthAt = (instant: number) => {
    const [date = '', time = ''] = wallClock(instant, zone).split('T')
    return worth(date, time.slice(0, 5))
  }
  if (entry.kind === 'ticket') return ticketMinutes * worthAt(entry.at)
  if (entry.from === null || entry.until === null) return (entry.minutes ?? 0) * worth(entry.date)
  let sum = 0
  for (let begin = entry.from; begin + minute <= entry.until; begin += minute) sum += worthAt(begin)
  return sum
}

function inSteps(hundredths: number, { rounding, direction }: HourRule): number {
  const step = (rounding || 1) * 100
  const rest = hundredths % step
  const isUp = rest > 0 && (direction === 'up' || (direction === 'nearest' && rest * 2 >= step))
  return (hundredths - rest + (isUp ? step : 0)) / 100
}

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const rules: fc.Arbitrary<HourRule> = fc.record({
  rounding: fc.constantFrom(0, 15, 30, 60),
  direction: fc.constantFrom('up', 'down', 'nearest'),
  per: fc.constantFrom('entry', 'day'),
  mostPerDay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600 })),
  ticketMinutes: fc.nat(60),
  nightFrom: time,
  nightUntil: time,
  nightPercent: fc.integer({ min: 100, max: 300 }),
  closedPercent: fc.integer({ min: 100, max: 300 }),
})
// Days with a holiday, and with a clock change.
const begins = fc.constantFrom('2026-10-02T20:00', '2026-10-24T20:00', '2026-03-28T20:00', '2026-11-16T09:00')
const days: fc.Arbitrary<HourEntry[]> = begins.chain((begin) =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom('shift', 'work', 'ticket'),
        state: fc.constantFrom('proposed', 'approved', 'approved', 'refused'),
        came: fc.nat(10 * 3_600_000),
        stayed: fc.nat(4 * 3_600_000),
        minutes: fc.nat(300),
      }),
      { maxLength: 5 },
    )
    .map((lines) =>
      lines.map(({ kind, state, came, stayed, minutes }, i) => {
        const from = at(begin) + came
        const times = kind === 'shift' ? { from, until: from + stayed } : kind === 'work' ? { minutes } : {}
        return { ...plain, id: i + 1, kind, state, date: begin.slice(0, 10), at: from, ...times } as HourEntry // of that kind
      }),
    ),
)

test('the entries of a day add up to the day, for every rule and in every order', () => {
  fc.assert(
    fc.property(days, rules, fc.nat(), (entries, rule, seed) => {
      const { counts } = tallyHours(entries, rule, calendar)
      const partaking = entries.filter(({ state }) => state !== 'refused')
      const weighed = partaking.map((entry) => hundredths(entry, rule))
      const day =
        rule.per === 'day'
          ? inSteps(
              weighed.reduce((sum, one) => sum + one, 0),
              rule,
            )
          : weighed.reduce((sum, one) => sum + inSteps(one, rule), 0)
      const sum = [...counts.values()].reduce((all, one) => all + one, 0)
      assert.equal(sum, rule.mostPerDay === 0 ? day : Math.min(day, rule.mostPerDay))
      for (const one of counts.values()) assert.ok(Number.isInteger(one) && one >= 0)
      const shuffled = entries.toSorted((a, b) => ((a.id * 7 + seed) % 5) - ((b.id * 7 + seed) % 5))
      assert.deepEqual(new Map([...tallyHours(shuffled, rule, calendar).counts].sort()), new Map([...counts].sort()))
    }),
    { numRuns: 200 },
  )
})
