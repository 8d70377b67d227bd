import { Refusal } from '#contract/errors.ts'
import { instantOf, wallClock } from '#kit/time.ts'
import { type HourEntry, type HourTally, nextDate, previousDate } from './hours.ts'

export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/**
 * A time of day as an instant: of the date and its neighbours, the one nearest to the hours, which may include
 * midnight.
 */
export function timeNear(field: string, time: string, date: string, hours: TimeSpan, zone: string): number {
  const [, hour = '', minutes = ''] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(time.trim()) ?? []
  const clock = `${hour.padStart(2, '0')}:${minutes}`
  if (hour === '' || clock > '24:00') throw new Refusal('bad_input', { field, flaw: 'not_a_time' })
  const days = clock === '24:00' ? [nextDate(date), date] : [date, previousDate(date), nextDate(date)]
  const away = (at: number) => Math.max(hours.from - at, at - hours.until, 0)
  const [nearest] = days
    .flatMap((day) => instantOf(`${day} ${clock === '24:00' ? '00:00' : clock}`, zone) ?? [])
    .sort((a, b) => away(a) - away(b))
  if (nearest === undefined) throw new Refusal('bad_input', { field, flaw: 'not_a_time' })
  return nearest
}

/** True if a line covers this time. A correction with minutes alone has the time of its line. */
export function overlapsLine({ from, until }: TimeSpan, lines: readonly HourEntry[], { corrected }: HourTally) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return lines.some((line) => {
    if (line.state === 'refused' || line.minutes === 0 || corrected.has(line.id)) return false
    const time = line.from === null ? byId.get(line.corrects ?? 0) : line
    return (time?.from ?? until) < until && from < (time?.until ?? from)
  })
}

export function assertStay({ from, until }: TimeSpan, now: number, zone: string): void {
  if (until <= from) throw new Refusal('bad_input', { field: 'leaving', flaw: 'ends_before_start' })
  if (until > now)
    throw new Refusal('bad_input', { field: 'leaving', flaw: 'too_big', limit: wallClock(now, zone).slice(0, 16) })
}
