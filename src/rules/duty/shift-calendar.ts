import type { Settings } from '#contract/team/settings.ts'
import { day } from '#kit/time.ts'
import type { RosterSlot } from './rosters.ts'
import { shiftsOfWeekday } from './timetable.ts'

export type TimetableSettings = Pick<Settings, 'timeZone' | 'timetable' | 'closedDays' | 'makeUpDays'>

export interface ShiftTimes {
  readonly date: string
  readonly shift: number
  readonly from: number
  readonly until: number
}

export interface RosteredShift extends ShiftTimes {
  readonly slot: RosterSlot
}

interface Day {
  readonly hours: readonly ShiftTimes[]
  readonly shifts: readonly RosteredShift[]
}

// Enough to find the next opening of a team that is closed for two years.
const horizonDays = 800
const maxDays = 2000
const epoch = Temporal.PlainDate.from('1970-01-01')

/**
 * The shifts of each date, as instants. A time that a clock change skips moves later, and of a time that occurs twice
 * the first counts ("compatible" in Temporal and RFC 5545). A shift of which nothing remains is left out. Days are
 * cached, so that a lookup is a few comparisons.
 */
export class ShiftCalendar {
  readonly #term: TimetableSettings
  readonly #slots: ReadonlyMap<string, RosterSlot>
  readonly #likeWeekday: ReadonlyMap<string, number>
  readonly #days = new Map<number, Day>()
  readonly #never: boolean

  constructor(term: TimetableSettings, slots: readonly RosterSlot[]) {
    this.#term = term
    this.#slots = new Map(slots.map((slot) => [key(slot.weekday, slot.shift), slot]))
    this.#likeWeekday = new Map(term.makeUpDays.map(({ date, weekday }) => [date, weekday]))
    this.#never = !slots.some((slot) =>
      shiftsOfWeekday(term.timetable, slot.weekday).some((hours) => hours.shift === slot.shift),
    )
  }

  /** The weekday whose shifts a date has. A make-up day has those of another weekday. */
  weekdayOn(date: string): number {
    return this.#likeWeekday.get(date) ?? Temporal.PlainDate.from(date).dayOfWeek
  }

  /** Make-up days are open, also during a closed period. */
  isClosed(date: string): boolean {
    return this.closedDay(date) !== undefined
  }

  closedDay(date: string): TimetableSettings['closedDays'][number] | undefined {
    if (this.#likeWeekday.has(date)) return undefined
    return this.#term.closedDays.find(({ from, until }) => from <= date && date <= until)
  }

  /** `undefined` on a closed day. */
  slotOn(date: string, shift: number): RosterSlot | undefined {
    return this.isClosed(date) ? undefined : this.#slots.get(key(this.weekdayOn(date), shift))
  }

  /** The slots of a date by shift, also those without hours in the timetable. */
  slotsOn(date: string): RosterSlot[] {
    if (this.isClosed(date)) return []
    const weekday = this.weekdayOn(date)
    return [...this.#slots.values()].filter((slot) => slot.weekday === weekday).sort((a, b) => a.shift - b.shift)
  }

  /** The hours by the timetable alone, even on closed days. */
  hoursOf(date: string, shift: number): ShiftTimes | undefined {
    return this.#day(dayOf(date)).hours.find((hours) => hours.shift === shift)
  }

  /** The running shift of the roster. If a clock change makes two overlap, the later one counts. */
  runningAt(at: number): RosteredShift | undefined {
    return this.#latest(at, ({ shifts }) => shifts)
  }

  runningHours(shift: number, at: number): ShiftTimes | undefined {
    return this.#latest(at, ({ hours }) => hours.filter((one) => one.shift === shift))
  }

  /** The hours that run, or begin within `earlyMs`, except on closed days. */
  hoursNear(at: number, earlyMs: number): ShiftTimes[] {
    const number = Math.floor(at / day)
    const days = [-2, -1, 0, 1, 2].flatMap((one) => this.#day(number + one).hours)
    return days.filter((one) => one.from - earlyMs <= at && at < one.until && !this.isClosed(one.date))
  }

  /** The rostered shifts that ended in this interval. */
  endedBetween(after: number, at: number): RosteredShift[] {
    const days: RosteredShift[] = []
    for (let number = Math.floor(after / day) - 2; number <= Math.floor(at / day) + 1; number += 1)
      days.push(...this.#day(number).shifts)
    return days.filter(({ until }) => after < until && until <= at)
  }

  /** The start of the next rostered shift. */
  nextBegin(at: number): number | undefined {
    if (this.#never) return undefined
    const first = Math.floor(at / day) - 2
    let found = Number.POSITIVE_INFINITY
    for (let number = first; number < first + horizonDays; number += 1) {
      // One day further, because a clock change at midnight can reorder neighbours.
      const last = found < Number.POSITIVE_INFINITY
      for (const { from } of this.#day(number).shifts) if (from > at && from < found) found = from
      if (last) return found
    }
    return undefined
  }

  /** The end of the last rostered shift, if it was within five weeks. */
  lastEnd(at: number): number | undefined {
    if (this.#never) return undefined
    const last = Math.floor(at / day) + 1
    for (let number = last; number > last - 35; number -= 1) {
      const ends = this.#day(number)
        .shifts.map(({ until }) => until)
        .filter((until) => until <= at)
      if (ends.length > 0) return Math.max(...ends)
    }
    return undefined
  }

  /** The last to begin, on any local date that some zone has at this instant, if it still runs. */
  #latest<H extends ShiftTimes>(at: number, of: (day: Day) => readonly H[]): H | undefined {
    const number = Math.floor(at / day)
    let found: H | undefined
    for (let one = number - 2; one <= number + 1; one += 1) {
      for (const hours of of(this.#day(one))) {
        if (hours.from <= at && !(found && found.from > hours.from)) found = hours
      }
    }
    return found && at < found.until ? found : undefined
  }

  #day(number: number): Day {
    let found = this.#days.get(number)
    if (!found) {
      if (this.#days.size >= maxDays) this.#days.clear()
      found = this.#workedOut(epoch.add({ days: number }).toString())
      this.#days.set(number, found)
    }
    return found
  }

  #workedOut(date: string): Day {
    const { timeZone, timetable } = this.#term
    const hours = shiftsOfWeekday(timetable, this.weekdayOn(date))
      .map(({ shift, from, until }) => ({
        date,
        shift,
        from: instant(date, from, timeZone),
        until: instant(date, until, timeZone),
      }))
      .filter(({ from, until }) => from < until)
    const shifts = hours.flatMap((one) => {
      const slot = this.slotOn(date, one.shift)
      return slot ? [{ ...one, slot }] : []
    })
    return { hours, shifts }
  }
}

function instant(date: string, time: string, zone: string): number {
  const plain = Temporal.PlainDate.from(date)
  const at = time === '24:00' ? plain.add({ days: 1 }).toPlainDateTime() : plain.toPlainDateTime(time)
  return at.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

function dayOf(date: string): number {
  return epoch.until(date, { largestUnit: 'days' }).days
}

const key = (weekday: number, shift: number) => `${weekday} ${shift}`
