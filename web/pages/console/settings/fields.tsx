import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { type Lang, langs } from '#contract/languages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Form.tsx'
import { useCalendarWords } from './calendar-words.ts'

interface NumberFieldProps {
  action: FieldInfo
  name: string
  value: number
  onNumber: (value: number) => void
  about?: string
}

/** A whole number. Other text stays in the field, for the service to refuse. */
export function NumberField({ value, onNumber, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  const change = (text: string) => {
    setTyped(text)
    onNumber(wholeNumber(text))
  }
  // The form may have received another value.
  const text = wholeNumber(typed) === value ? typed : String(value)
  return <Field {...field} value={text} onText={change} inputMode="numeric" autoComplete="off" />
}

type Texts = Readonly<Record<Lang, string>>

interface LanguageFieldsProps {
  form: FieldInfo
  /** The name of the setting; the fields are called `name.zh_CN` and so on. */
  name: string
  texts: Texts
  change: (texts: Record<Lang, string>) => void
  languages?: readonly Lang[]
  /** Shown at the first field. */
  about?: string
  maxLength?: number
}

export function LanguageFields({
  form,
  name,
  texts,
  change,
  languages = langs,
  about,
  maxLength,
}: LanguageFieldsProps) {
  return languages.map((lang, i) => (
    <Field
      key={lang}
      action={form}
      name={`${name}.${lang}`}
      value={texts[lang]}
      onText={(text) => change({ ...texts, [lang]: text })}
      {...(i === 0 && about ? { about } : {})}
      {...(maxLength ? { maxLength } : {})}
      autoComplete="off"
    />
  ))
}

interface RemovableRowsProps<Row> {
  /** What each row is. */
  title: string
  action: FieldInfo
  /** The name of an error that belongs to the row with this index. */
  at: (index: number) => string
  rows: readonly Row[]
  keyOf: (row: Row) => number
  change: (rows: Row[]) => void
  children: (row: Row, at: string, set: (changed: Row) => void) => ReactNode
}

export function RemovableRows<Row>({ title, action, at, rows, keyOf, change, children }: RemovableRowsProps<Row>) {
  const words = useCalendarWords()
  return rows.map((row, i) => {
    const refused = action.errorOf(at(i))
    return (
      <Paper key={keyOf(row)} withBorder p="sm" role="group" aria-label={title}>
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={600}>{title}</Text>
            <Button variant="subtle" color="red" onClick={() => change(rows.toSpliced(i, 1))}>
              {words.remove}
            </Button>
          </Group>
          <Group align="flex-start" gap="sm" grow preventGrowOverflow={false} wrap="wrap">
            {children(row, at(i), (changed) => change(rows.with(i, changed)))}
          </Group>
          {refused && <Input.Error role="alert">{refused}</Input.Error>}
        </Stack>
      </Paper>
    )
  })
}
