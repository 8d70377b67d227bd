import { zoned } from './time.ts'

/** `uid` stays the same when the event changes. */
export interface CalendarEvent {
  readonly uid: string
  readonly from: number
  readonly until: number
  readonly title: string
  readonly place?: string
  readonly text?: string
}

export interface Calendar {
  readonly name: string
  readonly zone: string
  /** The time of its making. */
  readonly at: number
  readonly events: readonly CalendarEvent[]
}

/** A calendar by RFC 5545. The rules of its zone are included, so that programs need not know the zone. */
export function icalendar({ name, zone, at, events }: Calendar): string {
  const first = Math.min(at, ...events.map(({ from }) => from))
  const last = Math.max(at, ...events.map(({ until }) => until))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fettle//Duty//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneLines(zone, first, last),
    ...events.flatMap((event) => eventLines(event, zone, at)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines({ uid, from, until, title, place = '', text = '' }: CalendarEvent, zone: string, at: number) {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(at)}`,
    `DTSTART${moment(from, zone)}`,
    `DTEND${moment(until, zone)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    ...(text === '' ? [] : [`DESCRIPTION:${escaped(text)}`]),
    'END:VEVENT',
  ]
}

const compact = (text: string) => text.slice(0, 19).replace(/[-:]/g, '')
const utc = (at: number) => `${compact(Temporal.Instant.fromEpochMilliseconds(at).toString())}Z`

/** Local time with its zone. A time that the clock shows twice is in UTC, because programs disagree on which one is meant. */
function moment(at: number, zone: string): string {
  const local = zoned(at, zone).toPlainDateTime()
  const [one, other] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  if (one?.epochMilliseconds !== other?.epochMilliseconds) return `:${utc(at)}`
  return `;TZID=${zone}:${compact(local.toString({ smallestUnit: 'second' }))}`
}

/** The offsets of a zone between two instants, with the date of each change. */
function zoneLines(zone: string, first: number, last: number): string[] {
  const start = zoned(first, zone)
  const changes: { local: string; before: string; after: string }[] = []
  for (let next = start.getTimeZoneTransition('next'); next; next = next.getTimeZoneTransition('next')) {
    if (next.epochMilliseconds > last) break
    const before = next.subtract({ nanoseconds: 1 })
    // The wall clock as it would be without the change.
    const local = next.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
    changes.push({ local: compact(local.toString()), before: offset(before), after: offset(next) })
  }
  const offsets = [offset(start), ...changes.map(({ after }) => after)]
  const usual = offsets.reduce((least, one) => (Number(one) < Number(least) ? one : least))
  const observance = (local: string, before: string, after: string) => {
    const kind = after === usual ? 'STANDARD' : 'DAYLIGHT'
    return [`BEGIN:${kind}`, `DTSTART:${local}`, `TZOFFSETFROM:${before}`, `TZOFFSETTO:${after}`, `END:${kind}`]
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance('19700101T000000', offset(start), offset(start)),
    ...changes.flatMap(({ local, before, after }) => observance(local, before, after)),
    'END:VTIMEZONE',
  ]
}

const offset = (at: Temporal.ZonedDateTime) => at.offset.replaceAll(':', '')

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** At most 75 bytes per line, cut between characters. */
function folded(line: string): string {
  let length = 0
  let text = ''
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (length + size > 75) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}
