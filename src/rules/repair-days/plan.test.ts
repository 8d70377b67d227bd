import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, wallClock } from '#kit/time.ts'
import { assertAnnounceable, changedPlan, copyBegin, emptyPlan, movedPlan, repeatedBegins } from './plan.ts'

const zone = 'Europe/Berlin'
const settings = { timeZone: zone, kinds: [] }
const at = (text: string) => instantOf(text, zone) ?? 0
const clock = (instant: number) => wallClock(instant, zone).slice(0, 16)
const first = { plan: emptyPlan(0, 0), waves: [] }
const planned = changedPlan(
  first,
  {
    from: '2026-10-24T14:00',
    until: '2026-10-24T17:00',
    helpUntil: '2026-10-23T18:00',
    waves: [
      { from: '2026-10-24T15:00', until: '2026-10-24T16:00', places: [{ kind: 0, places: 2 }] },
      { from: '2026-10-24T14:00', until: '2026-10-24T15:00', places: [{ kind: 1, places: 3 }] },
    ],
  },
  settings,
)
const flaw = (field: string, name: string) => (error: unknown) => {
  const { facts } = error as { facts: { field: string; flaw: string } } // a Refusal
  return facts.field === field && facts.flaw === name
}

test('a moved day keeps every distance on the wall clock, also over a change of the clock', () => {
  const moved = movedPlan(planned, at('2026-10-25T14:00'), zone)
  assert.deepEqual(
    [moved.plan.from, moved.plan.until, moved.plan.helpUntil ?? 0, ...moved.waves.map(({ from }) => from)].map(clock),
    ['2026-10-25T14:00', '2026-10-25T17:00', '2026-10-24T18:00', '2026-10-25T14:00', '2026-10-25T15:00'],
  )
  const onlyFrom = changedPlan(planned, { from: '2026-10-31T10:00' }, settings)
  assert.deepEqual([onlyFrom.plan.until, ...onlyFrom.waves.map(({ until }) => until)].map(clock), [
    '2026-10-31T13:00',
    '2026-10-31T11:00',
    '2026-10-31T12:00',
  ])
})

test('a copy with a date alone keeps the time of day', () => {
  assert.equal(clock(copyBegin('2026-11-28', planned.plan.from, zone)), '2026-11-28T14:00')
  assert.equal(clock(copyBegin('2026-11-28T09:30', planned.plan.from, zone)), '2026-11-28T09:30')
  assert.throws(() => copyBegin('2026-02-30', planned.plan.from, zone), flaw('from', 'not_a_moment'))
})

test('days repeat each fortnight, or each month on the same weekday of the month', () => {
  const begins = (from: string, every: 'fortnight' | 'month', count: number) =>
    repeatedBegins(at(from), every, count, zone).map(clock)
  assert.deepEqual(begins('2026-10-24T14:00', 'fortnight', 2), ['2026-11-07T14:00', '2026-11-21T14:00'])
  assert.deepEqual(begins('2026-10-24T14:00', 'month', 3), ['2026-11-28T14:00', '2026-12-26T14:00', '2027-01-23T14:00'])
  // A month without a fifth Saturday is left out.
  assert.deepEqual(begins('2026-10-31T14:00', 'month', 2), ['2027-01-30T14:00', '2027-05-29T14:00'])
  assert.deepEqual(begins('2026-11-01T14:00', 'month', 1), ['2026-12-06T14:00'])
})

test('a plan that contradicts itself is refused', () => {
  const change = (input: Parameters<typeof changedPlan>[1]) => () => changedPlan(planned, input, settings)
  const wave = { from: '2026-10-24T14:00', until: '2026-10-24T15:00', places: [] }
  assert.throws(change({ until: '2026-10-24T13:00' }), flaw('until', 'ends_before_start'))
  assert.throws(change({ from: '2026-02-30T10:00' }), flaw('from', 'not_a_moment'))
  assert.throws(change({ helpUntil: '2026-02-30' }), flaw('helpUntil', 'not_a_moment'))
  assert.throws(change({ kinds: [0, 7] }), flaw('kinds', 'not_one_of'))
  assert.throws(change({ kinds: [0, 1, 0] }), flaw('kinds', 'given_twice'))
  assert.throws(change({ waves: [{ ...wave, until: wave.from }] }), flaw('waves[0]', 'ends_before_start'))
  assert.throws(change({ waves: [{ ...wave, from: '2026-10-24T13:00' }] }), flaw('waves[0]', 'not_fitting'))
  assert.throws(change({ kinds: [0] }), flaw('waves[0].places', 'not_one_of'))
  const twice = [1, 1].map((kind) => ({ kind, places: 1 }))
  assert.throws(change({ waves: [{ ...wave, places: twice }] }), flaw('waves[0].places', 'given_twice'))
  assert.throws(change({ waves: [wave, { ...wave, id: 3 }, { ...wave, id: 3 }] }), flaw('waves[2].id', 'given_twice'))
  assert.throws(change({ from: '9999-12-31T20:00' }), flaw('from', 'not_a_moment'))
  assert.equal(change({ helpUntil: '' })().plan.helpUntil, null)
})

test('a day can be changed after the team has given up one of its kinds', () => {
  const given = { ...planned, plan: { ...planned.plan, kinds: [0, 1, 7] } }
  assert.deepEqual(changedPlan(given, { publish: true }, settings).plan.kinds, [0, 1, 7])
})

test('a day is announced with a title and a place, before its end', () => {
  const [named, place] = [
    { ...planned.plan, title: { zh_CN: '维修日', en_US: '' } },
    { zh_CN: '', en_US: 'Library' },
  ]
  assertAnnounceable(named, place, at('2026-10-24T16:00'))
  assert.throws(() => assertAnnounceable(planned.plan, place, 0), flaw('title', 'missing'))
  assert.throws(() => assertAnnounceable(named, { zh_CN: ' ', en_US: '' }, 0), flaw('place.name', 'missing'))
  assert.throws(() => assertAnnounceable(named, place, named.until), { code: 'repair_day_state' })
})
