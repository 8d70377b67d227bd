/** Instants are whole milliseconds since 1970 UTC: what both databases store and compare without a conversion. */
export type Clock = () => number

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** `2026-11-15T09:30:00.000000`: the wall clock of a zone, six fractional digits, no zone designator. */
export function wallClock(at: number, zone: string): string {
  return `${new Date(at + offsetOf(at, zone)).toISOString().slice(0, -1)}000`
}

/** Of each zone the offsets of some hours, in milliseconds; `undefined` where the clocks change within the hour. */
const offsets = new Map<string, Map<number, number | undefined>>()
const mostHours = 10_000
const mostSpans = 100

/** How far the clocks of a zone are ahead of UTC. To ask Temporal takes several microseconds, and a list has many times. */
function offsetOf(at: number, zone: string): number {
  const known = offsets.getOrInsertComputed(zone, () => new Map())
  const which = Math.floor(at / hour)
  if (!known.has(which)) {
    if (known.size >= mostHours) known.clear()
    const [begin, end] = [exactOffset(which * hour, zone), exactOffset((which + 1) * hour - 1, zone)]
    known.set(which, begin === end ? begin : undefined)
  }
  return known.get(which) ?? exactOffset(at, zone)
}

const exactOffset = (at: number, zone: string) => zoned(at, zone).offsetNanoseconds / 1_000_000

/** A stretch of time in which the clocks of a zone go on without a change, and how far ahead of UTC they are then. */
export interface ClockSpan {
  readonly from: number
  readonly until: number
  readonly offset: number
}

const spans = new Map<string, ClockSpan[]>()

/** The stretch at an instant. There are two a year at most, so those that were found are kept. */
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
  return zoned(at, zone).toPlainDate().toString()
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
