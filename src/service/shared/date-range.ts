import { Refusal } from '#contract/errors.ts'
import { type DateRange, instantOf, isDate } from '#kit/time.ts'

/** From the start of the first day to the end of the last. An open end is unlimited. */
export function instantsOf({ from, until }: DateRange, zone: string): { readonly since: number; readonly end: number } {
  const since = from === undefined ? 0 : startOf('from', from, 0, zone)
  const end = until === undefined ? Number.MAX_SAFE_INTEGER : startOf('until', until, 1, zone)
  if (end <= since) throw new Refusal('bad_input', { field: 'until', flaw: 'ends_before_start' })
  return { since, end }
}

function startOf(field: keyof DateRange, date: string, days: number, zone: string): number {
  return instantOf(dateOf(field, date).add({ days }).toString(), zone) ?? 0
}

export function dateOf(field: keyof DateRange, date: string): Temporal.PlainDate {
  if (!isDate(date)) throw new Refusal('bad_input', { field, flaw: 'not_a_date' })
  return Temporal.PlainDate.from(date)
}
