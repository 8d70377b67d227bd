import type { rosters } from '#contract/duty/rosters.ts'
import type { Output } from '#contract/endpoint.ts'
import { timeOfDay } from './time.ts'

export type DutyWeek = Output<(typeof rosters)['week']>
export type DutyShift = DutyWeek['list'][number]

export type SpecialShift = DutyWeek['special'][number]

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export const datesOf = ({ from }: DutyWeek) => [0, 1, 2, 3, 4, 5, 6].map((days) => daysLater(from, days))

export function partIn({ workers, leaves }: DutyShift, name: string): 'on' | 'away' | undefined {
  if (workers.includes(name)) return 'on'
  return leaves.some(({ member }) => member === name) ? 'away' : undefined
}

export function myShifts(list: readonly DutyShift[], name: string, clock: string): DutyShift[] {
  return list.filter((shift) => !isOver(shift, clock) && partIn(shift, name))
}

export function specialAhead(list: readonly SpecialShift[], clock: string): SpecialShift[] {
  return list.filter(({ until }) => until > clock)
}

/** Sorted by their begin; entries without hours come first on their day. */
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

/** `09:00–12:00`, or empty if the timetable has no hours. */
export function shiftTimes({ from, until }: Pick<DutyShift, 'from' | 'until'>): string {
  return from && until ? `${timeOfDay(from)}–${timeOfDay(until)}` : ''
}
