import { useState } from 'react'
import { Card } from '../../../parts/Card.tsx'
import { Form } from '../../../parts/Form.tsx'
import { rowsOf, timetableOf } from '../../../parts/timetable/rows.ts'
import { Timetable, useTimetableFields } from '../../../parts/timetable/Timetable.tsx'
import { type KnownSettings, useSettingsForm } from '../../../settings.ts'
import { useSettingsWords } from '../../../words/settings.ts'
import { useWords } from '../../../words/shell.ts'

/** When the shifts are; set-up has it as a step. */
export function Shifts({ known, submit, onSaved }: { known: KnownSettings; submit?: string; onSaved?: () => void }) {
  const { save } = useWords()
  const words = useSettingsWords()
  const [rows, setRows] = useState(() => rowsOf(known.timetable))
  const keep = useSettingsForm(
    known,
    { timetable: timetableOf(rows) },
    ({ timetable }) => setRows(rowsOf(timetable)),
    useTimetableFields(rows),
    onSaved,
  )
  return (
    <Card title={words.shifts} about={words.shiftsAbout}>
      <Form of={keep} submit={submit ?? save} onSubmit={keep.run} changed={keep.changed}>
        <Timetable rows={rows} change={setRows} of={keep} />
      </Form>
    </Card>
  )
}
