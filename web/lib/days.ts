export interface Days {
  readonly from: string
  readonly until: string
}

export const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10)

export function daysOfMonth(month: string): Days {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, until: isoDate(Date.UTC(year, number, 0)) }
}

export function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return isoDate(Date.UTC(year, number - 1 + by, 1)).slice(0, 7)
}

/** The month, if the days are exactly a whole month. */
export function monthOfDays({ from, until }: Days): string | undefined {
  const month = from.slice(0, 7)
  return from && daysOfMonth(month).from === from && daysOfMonth(month).until === until ? month : undefined
}

/** Proposes the end of last month, or nothing if that is closed already. */
export function lastOpenDay(openFrom: string, today: string): string {
  const { until } = daysOfMonth(monthFrom(today.slice(0, 7), -1))
  return until < openFrom ? '' : until
}

/** The first day of the year that ends on this date. */
export const yearBefore = (date: string): string => isoDate(Date.parse(date) - 365 * 86_400_000)
