import type { Settings } from '#contract/team/settings.ts'
import { type RosterSlot, type StaffingGap, staffingGaps } from '#rules/duty/rosters.ts'
import { shiftsOfWeekday } from '#rules/duty/timetable.ts'

export type RosterSheet = readonly RosterSlot[]

export interface RosterContext {
  readonly timetable: Settings['timetable']
  readonly minimum: number
  readonly members: readonly string[]
}

/** A function that changes a part of the sheet. */
export interface SheetEditing {
  readonly sheet: RosterSheet
  readonly change: (sheet: RosterSheet) => void
  readonly known: RosterContext
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export function slotOf(sheet: RosterSheet, weekday: number, shift: number): RosterSlot | undefined {
  return sheet.find((slot) => slot.weekday === weekday && slot.shift === shift)
}

const inOrder = (a: RosterSlot, b: RosterSlot) => a.weekday - b.weekday || a.shift - b.shift

export function withoutSlot(sheet: RosterSheet, weekday: number, shift: number): RosterSlot[] {
  return sheet.filter((slot) => slot.weekday !== weekday || slot.shift !== shift)
}

export const withSlot = (sheet: RosterSheet, slot: RosterSlot): RosterSlot[] =>
  [...withoutSlot(sheet, slot.weekday, slot.shift), slot].sort(inOrder)

export function withDayCopied(sheet: RosterSheet, from: number, days: readonly number[]): RosterSlot[] {
  const copied = sheet.filter(({ weekday }) => weekday === from)
  const others = sheet.filter(({ weekday }) => weekday === from || !days.includes(weekday))
  const copies = days.filter((day) => day !== from).flatMap((weekday) => copied.map((slot) => ({ ...slot, weekday })))
  return [...others, ...copies].sort(inOrder)
}

/** The width of a printed day in letters; a Chinese character counts as two. */
const lineWidth = 18
const widthOf = (text: string) => [...text].reduce((all, one) => all + (one > '\u2e7f' ? 2 : 1), 0)

export function printedLinesOf(sheet: RosterSheet, shifts: readonly number[]): number {
  const inSlot = ({ workers }: RosterSlot) =>
    workers.reduce((all, name) => all + Math.ceil((widthOf(name) + 6) / lineWidth), 0)
  const inShift = (shift: number) => Math.max(1, ...sheet.filter((slot) => slot.shift === shift).map(inSlot))
  // The title, the days, and per shift its hours and padding.
  return 4 + shifts.reduce((all, shift) => all + inShift(shift) + 1.6, 0)
}

/** Compares the content, so that a change that was taken back needs no saving. */
export function isSameSheet(one: RosterSheet, other: RosterSheet): boolean {
  const content = (sheet: RosterSheet) =>
    JSON.stringify(sheet.map(({ weekday, shift, workers, leader }) => [weekday, shift, leader, ...workers]))
  return content(one) === content(other)
}

/** The first worker becomes the leader. A leader who is removed leads no longer. */
export function withWorker(slot: RosterSlot, name: string, comes: boolean): RosterSlot {
  const others = slot.workers.filter((worker) => worker !== name)
  if (comes) return { ...slot, workers: [...others, name], leader: slot.leader || (others.length === 0 ? name : '') }
  return { ...slot, workers: others, leader: slot.leader === name ? '' : slot.leader }
}

export function slotHours(timetable: Settings['timetable'], weekday: number, shift: number): string | undefined {
  const hours = shiftsOfWeekday(timetable, weekday).find((one) => one.shift === shift)
  return hours && `${hours.from}–${hours.until}`
}

export function shiftsIn(timetable: Settings['timetable'], sheet: RosterSheet): number[] {
  return [...new Set([...timetable, ...sheet].map(({ shift }) => shift))].sort((a, b) => a - b)
}

/** The warnings of the service, and one that only the editor can know. */
type Warning = StaffingGap | 'no_hours' | 'unknown'

export function slotWarnings(
  slot: RosterSlot,
  minimum: number,
  hours: string | undefined,
  known: ReadonlySet<string>,
): Warning[] {
  const { workers, leader } = slot
  return [
    ...staffingGaps(workers, leader, minimum),
    ...(hours === undefined ? (['no_hours'] as const) : []),
    ...(workers.some((name) => !known.has(name)) ? (['unknown'] as const) : []),
  ]
}

export function shiftCountsOf(sheet: RosterSheet, names: readonly string[]): { name: string; shifts: number }[] {
  const all = [...new Set([...names, ...sheet.flatMap(({ workers }) => workers)])]
  return all
    .map((name) => ({ name, shifts: sheet.filter(({ workers }) => workers.includes(name)).length }))
    .sort((a, b) => b.shifts - a.shifts)
}
