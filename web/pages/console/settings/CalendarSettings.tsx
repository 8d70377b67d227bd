import { Button, Group, Stack, Text } from '@mantine/core'
import type { FieldInfo } from '#web/components/action.ts'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useLang } from '#web/lib/language.ts'
import { weekday } from '#web/lib/time.ts'
import { useCalendarWords } from './calendar-words.ts'
import type { SettingsDraft } from './draft.ts'
import type { SettingsEditor } from './editor.ts'
import { RemovableRows } from './fields.tsx'
import { withNew } from './keyed.ts'
import { Section } from './Section.tsx'

export function CalendarSettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  const words = useCalendarWords()
  const { closedDays: closed, makeUpDays: madeUp } = draft
  const setClosed = (closedDays: SettingsDraft['closedDays']) => set({ closedDays })
  const setMadeUp = (makeUpDays: SettingsDraft['makeUpDays']) => set({ makeUpDays })
  return (
    <Section id="calendar">
      <Stack gap="sm">
        {closed.length === 0 && madeUp.length === 0 && <Text c="dimmed">{words.none}</Text>}
        <ClosedDays rows={closed} change={setClosed} action={form} />
        <MakeUpDays rows={madeUp} change={setMadeUp} action={form} />
        <Group>
          <Button variant="default" onClick={() => setClosed(withNew(closed, { from: '', until: '', name: '' }))}>
            {words.addClosed}
          </Button>
          <Button variant="default" onClick={() => setMadeUp(withNew(madeUp, { date: '', weekday: 1 }))}>
            {words.addMadeUp}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

interface RowsProps<Row> {
  rows: readonly Row[]
  change: (rows: Row[]) => void
  action: FieldInfo
}

const keyOf = ({ key }: { key: number }) => key

function ClosedDays(props: RowsProps<SettingsDraft['closedDays'][number]>) {
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

function MakeUpDays(props: RowsProps<SettingsDraft['makeUpDays'][number]>) {
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
