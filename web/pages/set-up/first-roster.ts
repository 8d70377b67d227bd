import type { Settings } from '#contract/team/settings.ts'

export const usualDays = [1, 2, 3, 4, 5]

interface Slot {
  readonly weekday: number
  readonly shift: number
  readonly workers: string[]
  readonly leader: string
}

/** Every shift on the chosen days, plus shifts that the timetable has on certain days. `leader` leads all of them. */
export function firstSheet(timetable: Settings['timetable'], days: readonly number[], leader = ''): Slot[] {
  const shifts = [...new Set(timetable.map(({ shift }) => shift))].sort((a, b) => a - b)
  const takesPlace = (weekday: number, shift: number) =>
    timetable.some((one) => one.shift === shift && (one.weekday ?? weekday) === weekday) &&
    (days.includes(weekday) || timetable.some((one) => one.shift === shift && one.weekday === weekday))
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    shifts
      .filter((shift) => takesPlace(weekday, shift))
      .map((shift) => ({ weekday, shift, workers: leader ? [leader] : [], leader })),
  )
}
