import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { CheckField } from '#web/components/CheckField.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Form } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { rowsOf, timetableOf, withShift } from '#web/components/timetable/rows.ts'
import { Timetable, useTimetableFields } from '#web/components/timetable/Timetable.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday } from '#web/lib/time.ts'
import { firstSheet, usualDays } from './first-roster.ts'
import { useSetUpWords } from './words.ts'

/** Saves the timetable, and creates the first roster if there is none. */
export function OpeningHours({ known, onSaved }: { known: KnownSettings; onSaved: () => void }) {
  const rosters = useQuery(queries.rosters.list())
  if (rosters.isPending) return <Loading />
  if (rosters.isError) return <LoadError error={rosters.error} retry={rosters.refetch} />
  return <HoursForm known={known} first={rosters.data.list.length === 0} onSaved={onSaved} />
}

function HoursForm({ known, first, onSaved }: { known: KnownSettings; first: boolean; onSaved: () => void }) {
  const words = useSetUpWords()
  const lang = useLang()
  const me = useMe().data?.member?.name ?? ''
  const [rows, setRows] = useState(() => (known.timetable.length > 0 ? rowsOf(known.timetable) : withShift([])))
  const [days, setDays] = useState<readonly number[]>(usualDays)
  const [withMe, setWithMe] = useState(true)
  const timetable = timetableOf(rows)
  const roster = useAction({
    work: async () => {
      const sheet = firstSheet(timetable, days, withMe ? me : '')
      if (first && sheet.length > 0) await api.rosters.create({ name: words.rosterName, sheet })
    },
    onSuccess: async () => {
      await invalidate('rosters', 'duty')
      onSaved()
    },
  })
  const form = useSettingsForm(
    known,
    { timetable },
    (settings) => setRows(rowsOf(settings.timetable)),
    useTimetableFields(rows),
    () => roster.submit(),
    { timetable: known.timetable },
  )
  return (
    <Card title={words.steps.hours}>
      <Form
        action={{ ...form, busy: form.busy || roster.busy }}
        submit={words.goOn}
        onSubmit={form.submit}
        changed={form.changed}
      >
        {first && (
          <Choice
            legend={words.days}
            name="days"
            options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekday(day, lang, 'short') }))}
            chosen={days}
            onChange={setDays}
            many
          />
        )}
        <Timetable rows={rows} change={setRows} action={form} />
        {first && <CheckField label={words.withMe} about={words.withMeAbout} checked={withMe} onChange={setWithMe} />}
        <ErrorAlert>{roster.formError}</ErrorAlert>
      </Form>
    </Card>
  )
}
