/** Instants are whole milliseconds since 1970 UTC, in memory and in both databases. */
export type Clock = () => number

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
/** Days on the calendar, both included. */
export interface DateRange {
  readonly from?: string
  readonly until?: string
}

export const day = 24 * hour

/** `2026-11-15T09:30:00.000000`: wall clock of a zone with six fractional digits and no zone designator. */
export function wallClock(at: number, zone: string): string {
  const local = at + clockSpanAt(at, zone).offset
  const dayNumber = Math.floor(local / day)
  const ms = local - dayNumber * day
  const [h, m, s] = [Math.floor(ms / hour), Math.floor(ms / minute) % 60, Math.floor(ms / second) % 60]
  return `${dateOf(dayNumber)}T${digits[h]}:${digits[m]}:${digits[s]}.${String(ms % second).padStart(3, '0')}000`
}

const digits = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))

/** Caches dates by the number of days since 1970. Lists have many times on few days, and `Date` is four times as slow. */
const dates = new Map<number, string>()
const maxDates = 10_000
function dateOf(dayNumber: number): string {
  if (dates.size >= maxDates) dates.clear()
  return dates.getOrInsertComputed(dayNumber, () => new Date(dayNumber * day).toISOString().split('T')[0] ?? '')
}

/** A time span between two clock changes of a zone, with its offset from UTC. */
export interface ClockSpan {
  readonly from: number
  readonly until: number
  readonly offset: number
}

const spans = new Map<string, ClockSpan[]>()
const maxSpans = 100

/** The span at an instant. Spans are cached, because a zone has few and Temporal takes several microseconds. */
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
    if (known.length >= maxSpans) known.length = 0
    known.push(found)
  }
  return found
}

/** The wall clock of a zone in whole minutes since 1970, as spreadsheets need it. */
export function localMinute(at: number, zone: string): number {
  return Math.floor((at + clockSpanAt(at, zone).offset) / minute)
}

/** The first minute of `2026-11-15`, counted in the same way. */
export function minutesOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / minute
}

/** `2026-11-15`: the local date. */
export function localDate(at: number, zone: string): string {
  return dateOf(Math.floor((at + clockSpanAt(at, zone).offset) / day))
}

/** The next local midnight. */
export function endOfDay(at: number, zone: string): number {
  return zoned(at, zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
}

export function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}

/** True for an IANA zone. Offsets such as `+08:00` do not count, because they have no clock changes. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    // Intl would take thirty milliseconds to load.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The instant of a local `2026-11-15`, `2026-11-15 09:30` or `2026-11-15T09:30:00.000000`. Undefined if it does not exist. */
export function instantOf(text: string, zone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' }).toZonedDateTime(zone)
      .epochMilliseconds
  } catch {
    return undefined
  }
}

/** True if the day exists, unlike 2026-02-30. */
export function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}
