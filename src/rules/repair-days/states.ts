import { Refusal } from '#contract/errors.ts'
import type { RepairDayState, StoredDayState } from '#contract/repair-days/day-states.ts'
import { hour } from '#kit/time.ts'

export type DayAction = 'edit' | 'remove' | 'announce' | 'cancel' | 'close' | 'book' | 'help' | 'arrive'

const beforeTheDay: readonly DayAction[] = ['edit', 'cancel', 'close', 'book', 'help']

/** What may be done in each state. Every change of a repair day asks this table. */
export const dayActions: Readonly<Record<RepairDayState, readonly DayAction[]>> = {
  draft: ['edit', 'remove', 'announce'],
  announced: beforeTheDay,
  full: beforeTheDay,
  open: [...beforeTheDay, 'arrive'],
  closed: [],
  cancelled: [],
}

/** Visitors may arrive this long before the beginning. */
export const earlyArrival = hour
export const arrivalBegin = ({ from }: { readonly from: number }): number => from - earlyArrival

export interface DayClock {
  readonly state: StoredDayState
  readonly from: number
  readonly until: number
}

/** `free` is how many places can be booked now; `undefined` for a day without any. */
export function dayState({ state, from, until }: DayClock, free: number | undefined, at: number): RepairDayState {
  if (state === 'draft' || state === 'cancelled') return state
  if (state === 'closed' || until <= at) return 'closed'
  if (from <= at) return 'open'
  return free === 0 ? 'full' : 'announced'
}

export function assertDayAllows(action: DayAction, day: DayClock, at: number): void {
  const early = action === 'arrive' ? earlyArrival : 0
  // A full day allows what an announced one does, so the free places do not matter here.
  const state = dayState({ ...day, from: day.from - early }, undefined, at)
  if (!dayActions[state].includes(action)) throw new Refusal('repair_day_state', { state })
}

/** True while visitors of the day join its queue. */
export function isArrivalTime(day: DayClock, at: number): boolean {
  return day.state === 'announced' && day.from - earlyArrival <= at && at < day.until
}

/** True while a day is public and not over. */
export function isComing(day: DayClock, at: number): boolean {
  return dayActions[dayState(day, undefined, at)].includes('book')
}
