import { type Days, isoDate } from '#web/lib/days.ts'

export const periodNames = ['4weeks', '13weeks', '12months', 'own'] as const
export type PeriodName = (typeof periodNames)[number]

const dayMs = 86_400_000

/** Whole weeks or months up to today, so that the first one is complete. */
export function daysOfPeriod(choice: PeriodName, today: string, own: Days): Partial<Days> {
  if (choice === 'own') return { ...(own.from && { from: own.from }), ...(own.until && { until: own.until }) }
  const at = Date.parse(today)
  const date = new Date(at)
  if (choice === '12months')
    return { from: isoDate(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 11, 1)), until: today }
  const monday = at - ((date.getUTCDay() + 6) % 7) * dayMs
  const weeks = choice === '4weeks' ? 4 : 13
  return { from: isoDate(monday - (weeks - 1) * 7 * dayMs), until: today }
}

/** The days before a period, as many as it has. */
export function daysBefore({ from, until }: Partial<Days>): Days | undefined {
  if (!from || !until || from > until) return undefined
  const length = Date.parse(until) - Date.parse(from) + dayMs
  return { from: isoDate(Date.parse(from) - length), until: isoDate(Date.parse(from) - dayMs) }
}

interface PeriodCounts {
  readonly created: number
  readonly finished: number
  readonly unrepairable: number
}

/** Drops the empty periods at the start, which would only shrink the others. */
export function withoutEmptyStart<P extends PeriodCounts>(periods: readonly P[]): readonly P[] {
  const first = periods.findIndex((one) => !isEmptyPeriod(one))
  return first === -1 ? [] : periods.slice(first)
}

/** True if no ticket came or was closed. */
export const isEmptyPeriod = ({ created, finished, unrepairable }: PeriodCounts): boolean =>
  created + finished + unrepairable === 0
