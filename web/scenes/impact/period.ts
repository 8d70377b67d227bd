/** The years from the first day to the last, newest first. */
export function yearsOf(from: string, until: string): string[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  if (!first || !last || last < first) return []
  return Array.from({ length: last - first + 1 }, (_, i) => String(last - i))
}

/** The days of a year; without one there is no limit. */
export function daysOf(year: string): { from?: string; until?: string } {
  return year === '' ? {} : { from: `${year}-01-01`, until: `${year}-12-31` }
}

/** A weight as people say it: kilograms, and tonnes from a thousand of them on. */
export function weightOf(grams: number): { amount: number; unit: 'kilograms' | 'tonnes' } {
  const kilograms = grams / 1000
  if (kilograms >= 1000) return { amount: Math.round(kilograms / 100) / 10, unit: 'tonnes' }
  return { amount: kilograms < 10 ? Math.round(kilograms * 10) / 10 : Math.round(kilograms), unit: 'kilograms' }
}
