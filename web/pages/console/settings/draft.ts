import type { Settings } from '#contract/team/settings.ts'
import { rowsOf, type ShiftRow, timetableOf } from '#web/components/timetable/rows.ts'
import { keyed, type WithKey } from './keyed.ts'

type RowOf<Name extends 'closedDays' | 'makeUpDays' | 'hourColumns'> = Required<Settings[Name][number]>

/** The settings as a page edits them: every row of a list has a key. */
export interface SettingsDraft extends Omit<Settings, 'timetable' | 'closedDays' | 'makeUpDays' | 'hourColumns'> {
  readonly timetable: ShiftRow[]
  readonly closedDays: WithKey<RowOf<'closedDays'>>[]
  readonly makeUpDays: WithKey<RowOf<'makeUpDays'>>[]
  readonly hourColumns: WithKey<RowOf<'hourColumns'>>[]
}

export const settingsDraftOf = (settings: Settings): SettingsDraft => ({
  ...settings,
  timetable: rowsOf(settings.timetable),
  closedDays: keyed(settings.closedDays.map((one) => ({ name: '', ...one }))),
  makeUpDays: keyed(settings.makeUpDays),
  hourColumns: keyed(settings.hourColumns.map((one) => ({ text: '', ...one }))),
})

export const settingsOf = (draft: SettingsDraft): Settings => ({
  ...draft,
  teamName: draft.teamName.trim(),
  place: { ...draft.place, map: draft.place.map.trim() },
  timetable: timetableOf(draft.timetable),
  closedDays: draft.closedDays.map(({ from, until, name }) => ({ from, until, ...(name && { name }) })),
  makeUpDays: draft.makeUpDays.map(({ date, weekday }) => ({ date, weekday })),
  hourColumns: draft.hourColumns.map(({ heading, source, text }) => ({
    heading: heading.trim(),
    source,
    ...(source === 'constant' && { text: text.trim() }),
  })),
})
