/** The first and the last day of something. */
export interface Days {
  readonly from: string
  readonly until: string
}

const written = (at: number) => new Date(at).toISOString().slice(0, 10)

/** `2026-11` as its days. */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, until: written(Date.UTC(year, number, 0)) }
}

/** So many months after this one, or before it. */
export function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return written(Date.UTC(year, number - 1 + by, 1)).slice(0, 7)
}

/** The month that these days are, if they are one from its first to its last. */
export function monthOfDays({ from, until }: Days): string | undefined {
  const month = from.slice(0, 7)
  return from && daysOfMonth(month).from === from && daysOfMonth(month).until === until ? month : undefined
}

/** What is proposed to be closed: up to the end of the last month that is over, if that is open; it is nothing otherwise. */
export function lastOpenDay(openFrom: string, today: string): string {
  const { until } = daysOfMonth(monthFrom(today.slice(0, 7), -1))
  return until < openFrom ? '' : until
}

export const dayBefore = (date: string): string => written(Date.parse(date) - 86_400_000)

/** The first day of the year that ends with this one. */
export const yearBefore = (date: string): string => written(Date.parse(date) - 365 * 86_400_000)
