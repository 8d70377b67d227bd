import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfDay, instantOf, isDate, isZone, localDate, wallClock } from './time.ts'

const shanghai = 'Asia/Shanghai'

test('a local date or time that does not exist has no instant', () => {
  const there = Date.UTC(2026, 10, 15, 1, 30)
  for (const text of ['2026-11-15 09:30', '2026-11-15T09:30', '2026-11-15T09:30:00.000000'])
    assert.equal(instantOf(text, shanghai), there, text)
  assert.equal(instantOf('2028-02-29', shanghai), Date.UTC(2028, 1, 28, 16))
  for (const text of ['2026-02-30', '2026-02-29', '2026-04-31 09:30', '2026-13-01', '2026-11-15 25:00', 'soon', ''])
    assert.equal(instantOf(text, shanghai), undefined, text)
  for (const text of ['2026-02-28', '2028-02-29']) assert.equal(isDate(text), true, text)
  for (const text of ['2026-02-30', '2026-2-3', '20260203', '2026-02-03T00:00', '']) assert.equal(isDate(text), false)
})

/** The milliseconds before, at and after the next changes of the clocks there. */
function changesAfter(at: number, zone: string): number[] {
  const found: number[] = []
  let change = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; change && found.length < 120; change = change.getTimeZoneTransition('next'))
    found.push(change.epochMilliseconds - 1, change.epochMilliseconds, change.epochMilliseconds + 1)
  return found
}

test('an instant is shown on the wall clock of the zone, with the local date', () => {
  const at = Date.UTC(2026, 10, 15, 16, 0, 0, 7)
  assert.equal(wallClock(at, shanghai), '2026-11-16T00:00:00.007000')
  assert.equal(wallClock(at, 'America/New_York'), '2026-11-15T11:00:00.007000')
  assert.deepEqual([localDate(at - 8, shanghai), localDate(at, shanghai)], ['2026-11-15', '2026-11-16'])
  const eras = [
    -86_400_001,
    -1,
    0,
    Date.UTC(1986, 4, 3, 18, 30),
    Date.UTC(2028, 1, 29, 23, 59, 59, 999),
    253_402_300_800_000,
  ]
  // Around each change of the clocks in some twenty years, to the millisecond.
  for (const zone of ['UTC', shanghai, 'America/New_York', 'Australia/Lord_Howe'])
    for (const era of eras)
      for (const instant of [era, ...changesAfter(era, zone)]) {
        const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
        assert.equal(wallClock(instant, zone), there.toString({ fractionalSecondDigits: 6 }), zone)
        assert.equal(localDate(instant, zone), there.toPlainDate().toString(), zone)
      }
  assert.equal(endOfDay(at, shanghai), Date.UTC(2026, 10, 16, 16))
  // The day on which the clocks go back has an hour more.
  assert.equal(endOfDay(Date.UTC(2026, 9, 25), 'Europe/Berlin'), Date.UTC(2026, 9, 25, 23))
})

test('a time zone is valid as a name, and not as an offset', () => {
  assert.deepEqual(['UTC', shanghai].map(isZone), [true, true])
  assert.deepEqual(['+08:00', '-05', 'Mars/Olympus', ''].map(isZone), [false, false, false, false])
})
