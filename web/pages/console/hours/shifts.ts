import type { Settings } from '#contract/team/settings.ts'

/** The shift that was chosen, if that day has it; else its first, and special duty where it has none. */
export const shiftAmong = (shifts: readonly { readonly shift: string }[], chosen: string): string =>
  chosen === 'others' || shifts.some(({ shift }) => shift === chosen) ? chosen : (shifts[0]?.shift ?? 'others')

/** The shifts of a day as the timetable has them, in the order of the day: hours of a weekday stand in place of the general ones. */
export function shiftsOn({ timetable, makeUpDays }: Pick<Settings, 'timetable' | 'makeUpDays'>, date: string) {
  const its = ((new Date(Date.parse(date)).getUTCDay() + 6) % 7) + 1
  const weekday = makeUpDays.find((one) => one.date === date)?.weekday ?? its
  const own = timetable.filter((one) => one.weekday === weekday)
  const general = timetable.filter((one) => one.weekday === undefined && !own.some(({ shift }) => shift === one.shift))
  return [...own, ...general]
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ shift, from, until }) => ({ shift: String(shift), from, until: until === '24:00' ? '00:00' : until }))
}
