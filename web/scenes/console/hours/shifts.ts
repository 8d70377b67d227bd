import type { Settings } from '#contract/settings.ts'

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
