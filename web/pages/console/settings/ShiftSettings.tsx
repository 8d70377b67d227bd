import { useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { rowsOf, timetableOf } from '#web/components/timetable/rows.ts'
import { Timetable, useTimetableFields } from '#web/components/timetable/Timetable.tsx'
import { useWords } from '#web/components/words.ts'
import { useSettingsWords } from './words.ts'

export function ShiftSettings({ known }: { known: KnownSettings }) {
  const { save } = useWords()
  const words = useSettingsWords()
  const [rows, setRows] = useState(() => rowsOf(known.timetable))
  const keep = useSettingsForm(
    known,
    { timetable: timetableOf(rows) },
    ({ timetable }) => setRows(rowsOf(timetable)),
    useTimetableFields(rows),
  )
  return (
    <Card id="shifts" title={words.shifts} about={words.shiftsAbout}>
      <Form action={keep} submit={save} onSubmit={keep.submit} changed={keep.changed}>
        <Timetable rows={rows} change={setRows} action={keep} />
      </Form>
    </Card>
  )
}
