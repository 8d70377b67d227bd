import type { rosters } from '#contract/duty/rosters.ts'
import type { Output } from '#contract/endpoint.ts'
import { timeOfDay } from '#web/lib/time.ts'

export type DutyWeek = Output<(typeof rosters)['week']>
export type DutyShift = DutyWeek['list'][number]

export type SpecialShift = DutyWeek['special'][number]

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The seven dates of a week. */
export const datesOf = ({ from }: DutyWeek) => [0, 1, 2, 3, 4, 5, 6].map((days) => daysLater(from, days))

/** What a member's part in a shift is. */
export function partIn({ workers, leaves }: DutyShift, name: string): 'on' | 'away' | undefined {
  if (workers.includes(name)) return 'on'
  return leaves.some(({ member }) => member === name) ? 'away' : undefined
}

/** The shifts of these that are not over, by the team's clock, and that are a member's, leave asked or not. */
export function myShifts(list: readonly DutyShift[], name: string, clock: string): DutyShift[] {
  return list.filter((shift) => !isOver(shift, clock) && partIn(shift, name))
}

/** Special duty that is not over, which is everybody's. */
export function specialAhead(list: readonly SpecialShift[], clock: string): SpecialShift[] {
  return list.filter(({ until }) => until > clock)
}

/** By when they begin; what has no hours comes first on its day. */
export function inOrder<T extends { readonly date: string; readonly from: string }>(list: readonly T[]): T[] {
  const begin = ({ date, from }: T) => from || date
  return list.toSorted((a, b) => (begin(a) < begin(b) ? -1 : 1))
}

export function isOver({ date, until }: DutyShift, clock: string): boolean {
  return until ? until <= clock : date < clock.slice(0, 10)
}

export function hasBegun({ date, from }: DutyShift, clock: string): boolean {
  return from ? from <= clock : date <= clock.slice(0, 10)
}

/** `09:00–12:00`, or nothing where the timetable says nothing. */
export function shiftTimes({ from, until }: Pick<DutyShift, 'from' | 'until'>): string {
  return from && until ? `${timeOfDay(from)}–${timeOfDay(until)}` : ''
}
