import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import { isZone } from '#kit/time.ts'
import { assertLikelyDate } from '../dates.ts'
import { shiftsOfWeekday } from '../duty/timetable.ts'

/** Refuses inconsistent settings. Each field by itself was checked before. */
export function assertConsistent({ timeZone, kinds, timetable, closedDays, makeUpDays }: Settings): void {
  if (!isZone(timeZone)) throw new Refusal('bad_input', { field: 'timeZone', flaw: 'not_a_zone' })
  assertKinds(kinds)
  assertCalendar({ closedDays, makeUpDays })
  for (const [i, { from, until }] of timetable.entries()) {
    if (until <= from) throw new Refusal('bad_input', { field: `timetable[${i}]`, flaw: 'ends_before_start' })
  }
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const hours = shiftsOfWeekday(timetable, weekday).sort((a, b) => (a.from < b.from ? -1 : 1))
    for (const [i, next] of hours.entries()) {
      const before = hours[i - 1]
      if (before && next.from < before.until) {
        throw new Refusal('bad_input', { field: `timetable[${next.index}]`, flaw: 'overlaps', limit: before.shift })
      }
    }
  }
}

function assertKinds(kinds: Settings['kinds']): void {
  for (const [i, { id, name }] of kinds.entries()) {
    if (kinds.findIndex((other) => other.id === id) < i)
      throw new Refusal('bad_input', { field: `kinds[${i}].id`, flaw: 'given_twice' })
    if (Object.values(name).every((text) => text === ''))
      throw new Refusal('bad_input', { field: `kinds[${i}].name`, flaw: 'missing' })
  }
}

function assertCalendar({ closedDays, makeUpDays }: Pick<Settings, 'closedDays' | 'makeUpDays'>): void {
  for (const [i, { from, until }] of closedDays.entries()) {
    const field = `closedDays[${i}]`
    assertLikelyDate(`${field}.from`, from)
    assertLikelyDate(`${field}.until`, until)
    if (until < from) throw new Refusal('bad_input', { field, flaw: 'ends_before_start' })
  }
  for (const [i, { date }] of makeUpDays.entries()) {
    assertLikelyDate(`makeUpDays[${i}].date`, date)
    const first = makeUpDays.findIndex((other) => other.date === date)
    if (first < i) throw new Refusal('bad_input', { field: `makeUpDays[${i}]`, flaw: 'day_twice', limit: date })
  }
}
