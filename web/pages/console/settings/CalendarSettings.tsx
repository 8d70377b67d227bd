import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldInfo } from '#web/components/action.ts'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday } from '#web/lib/time.ts'
import { useCalendarWords } from './calendar-words.ts'
import { type Keyed, keyed, RemovableRows, SettingsCard, withNew } from './SettingsCard.tsx'

type ClosedRow = Keyed<Required<Settings['closedDays'][number]>>
const closedRows = ({ closedDays }: Pick<Settings, 'closedDays'>): ClosedRow[] =>
  keyed(closedDays.map((one) => ({ name: '', ...one })))

export function CalendarSettings({ known }: { known: KnownSettings }) {
  const words = useCalendarWords()
  const [closed, setClosed] = useState(() => closedRows(known))
  const [madeUp, setMadeUp] = useState(() => keyed(known.makeUpDays))
  const fields = {
    'closedDays[]': words.closed,
    'closedDays[].from': words.from,
    'closedDays[].until': words.until,
    'closedDays[].name': words.name,
    'makeUpDays[]': words.madeUp,
    'makeUpDays[].date': words.date,
    'makeUpDays[].weekday': words.like,
  }
  const values = {
    closedDays: closed.map(({ from, until, name }) => ({ from, until, ...(name && { name }) })),
    makeUpDays: madeUp.map(({ date, weekday }) => ({ date, weekday })),
  }
  const show = (settings: Pick<Settings, 'closedDays' | 'makeUpDays'>) => {
    setClosed(closedRows(settings))
    setMadeUp(keyed(settings.makeUpDays))
  }
  const form = useSettingsForm(known, values, show, fields)
  return (
    <SettingsCard id="calendar" title={words.title} about={words.about} form={form}>
      <Stack gap="sm">
        {closed.length === 0 && madeUp.length === 0 && <Text c="dimmed">{words.none}</Text>}
        <ClosedDays rows={closed} change={setClosed} action={form} />
        <MakeUpDays rows={madeUp} change={setMadeUp} action={form} />
        <Group>
          <Button variant="light" onClick={() => setClosed(withNew(closed, { from: '', until: '', name: '' }))}>
            {words.addClosed}
          </Button>
          <Button variant="light" onClick={() => setMadeUp(withNew(madeUp, { date: '', weekday: 1 }))}>
            {words.addMadeUp}
          </Button>
        </Group>
      </Stack>
    </SettingsCard>
  )
}

interface RowsProps<Row> {
  rows: readonly Row[]
  change: (rows: Row[]) => void
  action: FieldInfo
}

const keyOf = ({ key }: { key: number }) => key

function ClosedDays(props: RowsProps<ClosedRow>) {
  const words = useCalendarWords()
  return (
    <RemovableRows title={words.closed} at={(i) => `closedDays[${i}]`} keyOf={keyOf} {...props}>
      {(row, at, set) => {
        const field = fieldsOf(props.action, row, set)
        const setFrom = (from: string) => set({ ...row, from, until: row.until || from })
        return (
          <>
            <Field type="date" {...field('from', `${at}.from`)} onText={setFrom} />
            <Field type="date" {...field('until', `${at}.until`)} />
            <Field {...field('name', `${at}.name`)} />
          </>
        )
      }}
    </RemovableRows>
  )
}

function MakeUpDays(props: RowsProps<Keyed<Settings['makeUpDays'][number]>>) {
  const words = useCalendarWords()
  const lang = useLang()
  return (
    <RemovableRows title={words.madeUp} at={(i) => `makeUpDays[${i}]`} keyOf={keyOf} {...props}>
      {(row, at, set) => (
        <>
          <Field type="date" {...fieldsOf(props.action, row, set)('date', `${at}.date`)} />
          <SelectField
            label={words.like}
            value={row.weekday}
            data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekday(day, lang) }))}
            onChange={(like) => set({ ...row, weekday: like })}
          />
        </>
      )}
    </RemovableRows>
  )
}
