/** Instants are whole milliseconds since 1970 UTC: what both databases store and compare without a conversion. */
export type Clock = () => number

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** `2026-11-15T09:30:00.000000`: the wall clock of a zone, six fractional digits, no zone designator. */
export function wallClock(at: number, zone: string): string {
  const local = at + clockSpanAt(at, zone).offset
  const which = Math.floor(local / day)
  const ms = local - which * day
  const [h, m, s] = [Math.floor(ms / hour), Math.floor(ms / minute) % 60, Math.floor(ms / second) % 60]
  return `${dateOf(which)}T${digits[h]}:${digits[m]}:${digits[s]}.${String(ms % second).padStart(3, '0')}000`
}

const digits = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))

/** Days by their number since 1970. A list has many times of few days, and `Date` takes four times as long for each. */
const dates = new Map<number, string>()
const mostDates = 10_000
function dateOf(which: number): string {
  if (dates.size >= mostDates) dates.clear()
  return dates.getOrInsertComputed(which, () => new Date(which * day).toISOString().split('T')[0] ?? '')
}

/** A stretch of time in which the clocks of a zone go on without a change, and how far ahead of UTC they are then. */
export interface ClockSpan {
  readonly from: number
  readonly until: number
  readonly offset: number
}

const spans = new Map<string, ClockSpan[]>()
const mostSpans = 100

/** The stretch at an instant. There are two a year at most, so those that were found are kept: to ask Temporal takes several microseconds. */
export function clockSpanAt(at: number, zone: string): ClockSpan {
  const known = spans.getOrInsertComputed(zone, () => [])
  let found = known.find(({ from, until }) => from <= at && at < until)
  if (!found) {
    const [here, after] = [zoned(at, zone), zoned(at + 1, zone)]
    found = {
      from: after.getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      until: here.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offset: here.offsetNanoseconds / 1_000_000,
    }
    if (known.length >= mostSpans) known.length = 0
    known.push(found)
  }
  return found
}

/** The wall clock of a zone in whole minutes since 1970, which spreadsheets reckon with. */
export function localMinute(at: number, zone: string): number {
  return Math.floor((at + clockSpanAt(at, zone).offset) / minute)
}

/** The midnight with which `2026-11-15` begins, in such minutes. */
export function minutesOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / minute
}

/** `2026-11-15`: the date it is there. */
export function localDate(at: number, zone: string): string {
  return dateOf(Math.floor((at + clockSpanAt(at, zone).offset) / day))
}

/** The next midnight there. */
export function endOfDay(at: number, zone: string): number {
  return zoned(at, zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
}

export function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}

/** Whether the machine knows this IANA zone. Offsets such as `+08:00` are no zones: they have no clock changes. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    // Not by Intl, which takes thirty milliseconds to wake up.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The instant of `2026-11-15`, `2026-11-15 09:30` or `2026-11-15T09:30:00.000000` there; `undefined` if there is no such day or time. */
export function instantOf(text: string, zone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' }).toZonedDateTime(zone)
      .epochMilliseconds
  } catch {
    return undefined
  }
}

/** Whether there is such a day: 2026-02-30 is written like a date, and is none. */
export function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}
