import { useState } from 'react'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { rowsOf, timetableOf } from '#web/components/timetable/rows.ts'
import { Timetable, useTimetableFields } from '#web/components/timetable/Timetable.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function ShiftSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const [rows, setRows] = useState(() => rowsOf(known.timetable))
  const form = useSettingsForm(
    known,
    { timetable: timetableOf(rows) },
    ({ timetable }) => setRows(rowsOf(timetable)),
    useTimetableFields(rows),
  )
  return (
    <SettingsCard id="shifts" title={words.shifts} about={words.shiftsAbout} form={form}>
      <Timetable rows={rows} change={setRows} action={form} />
    </SettingsCard>
  )
}
