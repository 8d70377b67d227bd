import type { Settings } from '#contract/team/settings.ts'

/** An entry for a weekday replaces the general entry of the same shift. */
export function shiftsOfWeekday(timetable: Settings['timetable'], weekday: number) {
  return timetable
    .map((entry, index) => ({ ...entry, index }))
    .filter(
      (entry) => entry.weekday === weekday || (entry.weekday === undefined && !hasOwn(timetable, entry.shift, weekday)),
    )
}

const hasOwn = (timetable: Settings['timetable'], shift: number, weekday: number) =>
  timetable.some((entry) => entry.shift === shift && entry.weekday === weekday)
