import { Button, Group, Input, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { FieldInfo } from '#web/components/action.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday } from '#web/lib/time.ts'
import { type ShiftRow, withException, withRow, withShift } from './rows.ts'
import { useTimetableWords } from './words.ts'

const parts = ['', '.shift', '.from', '.until', '.weekday'] as const

export function useTimetableFields(rows: readonly ShiftRow[]): Record<string, string> {
  const words = useTimetableWords()
  const labels = { '': '', '.shift': '', '.from': words.from, '.until': words.until, '.weekday': words.day }
  return Object.fromEntries(
    rows.flatMap(({ shift }, i) => parts.map((part) => [`timetable[${i}]${part}`, labels[part] || words.shift(shift)])),
  )
}

interface TimetableProps {
  readonly rows: readonly ShiftRow[]
  readonly change: (rows: ShiftRow[]) => void
  readonly action: FieldInfo
}

export function Timetable({ rows, change, action }: TimetableProps) {
  const words = useTimetableWords()
  return (
    <Stack gap="sm">
      {rows.length === 0 && <Text variant="secondary">{words.none}</Text>}
      {byShift(rows).map(({ row, index }) => (
        <TimetableRow key={row.key} row={row} index={index} rows={rows} change={change} action={action} />
      ))}
      <Group>
        <Button variant="light" onClick={() => change(withShift(rows))}>
          {words.addShift}
        </Button>
      </Group>
    </Stack>
  )
}

/** The hours of one weekday stand below the hours of their shift. The index is that of the rows, which refusals name. */
const byShift = (rows: readonly ShiftRow[]) =>
  rows.map((row, index) => ({ row, index })).toSorted((a, b) => a.row.shift - b.row.shift)

function TimetableRow({ row, index, ...editing }: TimetableProps & { row: ShiftRow; index: number }) {
  const { rows, change, action } = editing
  const words = useTimetableWords()
  const lang = useLang()
  const general = row.weekday === 0
  const name = general ? words.shift(row.shift) : words.shiftOn(words.shift(row.shift), weekday(row.weekday, lang))
  const refused = action.errorOf(`timetable[${index}]`)
  return (
    <Paper withBorder p="sm" ml={general ? 0 : 'lg'} role="group" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <Group gap={0}>
            {general && (
              <Button variant="subtle" onClick={() => change(withException(rows, index))}>
                {words.addException}
              </Button>
            )}
            <Button
              variant="subtle"
              color="red"
              aria-label={words.removeRow(name)}
              onClick={() => change(rows.toSpliced(index, 1))}
            >
              {words.remove}
            </Button>
          </Group>
        </Group>
        <RowFields row={row} index={index} {...editing} />
        {refused && <Input.Error role="alert">{refused}</Input.Error>}
      </Stack>
    </Paper>
  )
}

function RowFields({ row, index, rows, change, action }: TimetableProps & { row: ShiftRow; index: number }) {
  const words = useTimetableWords()
  const lang = useLang()
  const set = (changed: Partial<ShiftRow>) => change(withRow(rows, index, changed))
  return (
    <Group align="flex-start" gap="sm" grow preventGrowOverflow={false} wrap="wrap">
      {row.weekday !== 0 && (
        <NativeSelect
          label={words.day}
          value={row.weekday}
          data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekday(day, lang) }))}
          onChange={(event) => set({ weekday: Number(event.currentTarget.value) })}
        />
      )}
      {(['from', 'until'] as const).map((end) => (
        <TextInput
          key={end}
          type="time"
          label={words[end]}
          value={row[end]}
          error={action.errorOf(`timetable[${index}].${end}`)}
          onChange={(event) => set({ [end]: event.currentTarget.value })}
        />
      ))}
    </Group>
  )
}
