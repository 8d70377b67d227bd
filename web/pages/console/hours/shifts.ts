import type { Settings } from '#contract/team/settings.ts'

/** The chosen shift if the day has it, else the day's first, else special duty. */
export const shiftAmong = (shifts: readonly { readonly shift: string }[], chosen: string): string =>
  chosen === 'others' || shifts.some(({ shift }) => shift === chosen) ? chosen : (shifts[0]?.shift ?? 'others')

/** The shifts of a day in order. Hours of the weekday replace the general ones. */
export function shiftsOn({ timetable, makeUpDays }: Pick<Settings, 'timetable' | 'makeUpDays'>, date: string) {
  const its = ((new Date(Date.parse(date)).getUTCDay() + 6) % 7) + 1
  const weekday = makeUpDays.find((one) => one.date === date)?.weekday ?? its
  const own = timetable.filter((one) => one.weekday === weekday)
  const general = timetable.filter((one) => one.weekday === undefined && !own.some(({ shift }) => shift === one.shift))
  return [...own, ...general]
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ shift, from, until }) => ({ shift: String(shift), from, until: until === '24:00' ? '00:00' : until }))
}
