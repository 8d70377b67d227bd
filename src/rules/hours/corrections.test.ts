import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/errors.ts'
import { instantOf, wallClock } from '#kit/time.ts'
import { assertStay, timeNear } from './corrections.ts'

const zone = 'Asia/Shanghai'
const at = (text: string) => instantOf(text, zone) ?? Number.NaN
const day = '2026-11-16'
const near = (time: string, from: string, until: string) =>
  wallClock(timeNear('leaving', time, day, { from: at(from), until: at(until) }, zone), zone).slice(8, 16)

test('a corrected time of day falls on the nearest of the shift’s day and the days beside it', () => {
  const morning = [`${day}T09:00`, `${day}T12:00`] as const
  assert.equal(near('09:30', ...morning), '16T09:30')
  assert.equal(near(' 9:30', ...morning), '16T09:30')
  assert.equal(near('00:10', ...morning), '16T00:10')
  assert.equal(near('00:10', `${day}T20:00`, '2026-11-17T00:00'), '17T00:10')
  assert.equal(near('24:00', `${day}T20:00`, '2026-11-17T00:00'), '17T00:00')
  assert.equal(near('21:30', `${day}T22:00`, '2026-11-17T04:00'), '16T21:30')
  assert.equal(near('01:00', `${day}T22:00`, '2026-11-17T04:00'), '17T01:00')
  assert.equal(near('23:50', `${day}T00:30`, `${day}T04:00`), '15T23:50')
  for (const time of ['', 'noon', '25:00', '24:01', '09:60', '09:30:00', '-1:00'])
    assert.throws(() => near(time, ...morning), new Refusal('bad_input', { field: 'leaving', flaw: 'not_a_time' }))
})

test('a correction cannot end before it begins or in the future', () => {
  const now = at(`${day}T12:00`)
  const stay = (from: string, until: string) =>
    assertStay({ from: at(`${day}T${from}`), until: at(`${day}T${until}`) }, now, zone)
  stay('09:00', '12:00')
  const facts = (error: unknown) => (error instanceof Refusal ? error.facts : error)
  const refused = (work: () => void) => {
    try {
      return work()
    } catch (error) {
      return facts(error)
    }
  }
  assert.deepEqual(
    refused(() => stay('09:00', '09:00')),
    { field: 'leaving', flaw: 'ends_before_start' },
  )
  assert.deepEqual(
    refused(() => stay('09:00', '12:01')),
    {
      field: 'leaving',
      flaw: 'too_big',
      limit: `${day}T12:00`,
    },
  )
})
