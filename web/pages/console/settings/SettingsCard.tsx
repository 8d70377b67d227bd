import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { type Lang, langs } from '#contract/languages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import type { VersionedForm } from '#web/components/versioned-form.ts'
import { useWords } from '#web/components/words.ts'
import { useCalendarWords } from './calendar-words.ts'

interface SettingsCardProps {
  id: string
  title: string
  about?: ReactNode
  form: VersionedForm
  /** The label of the button, if it does more than save. */
  submit?: string | undefined
  children: ReactNode
}

/** A group of settings that is saved by itself. */
export function SettingsCard({ form, submit, children, ...card }: SettingsCardProps) {
  const { save } = useWords()
  return (
    <Card {...card}>
      <Form action={form} submit={submit ?? save} onSubmit={form.submit} changed={form.changed}>
        {children}
      </Form>
    </Card>
  )
}

type NamesOf<V, Type> = { [Name in keyof V & string]: V[Name] extends Type ? Name : never }[keyof V & string]
type Labels<Label extends string> = Readonly<Record<Label, string>>

/** The form of a card, and the props that bind fields to its values. */
function useCard<Name extends keyof Settings, V extends object, Label extends string>(
  known: KnownSettings,
  labels: Labels<Label>,
  prefix: string,
  valuesOf: (settings: Pick<Settings, Name>) => V,
  settingsOf: (values: V) => Pick<Settings, Name>,
) {
  const [values, setValues] = useState(() => valuesOf(known))
  const names = Object.keys(labels) as Label[] // its own
  const show = (settings: Pick<Settings, Name>) => setValues(valuesOf(settings))
  const fields = Object.fromEntries(names.map((name) => [prefix + name, labels[name]]))
  const form = useSettingsForm(known, settingsOf(values), show, fields)
  const text = fieldsOf(form, values, setValues)
  return {
    form,
    names,
    values,
    setValues,
    set: (changed: Partial<V>) => setValues({ ...values, ...changed }),
    text: (name: Parameters<typeof text>[0]) => text(name, prefix + name),
    number: (name: NamesOf<V, number>) => ({
      action: form,
      name: prefix + name,
      value: values[name] as number, // as its name says
      onNumber: (number: number) => setValues({ ...values, [name]: number }),
    }),
    flag: (name: NamesOf<V, boolean>) => ({
      checked: values[name] === true,
      onChange: (checked: boolean) => setValues({ ...values, [name]: checked }),
    }),
  }
}

/** A card for several settings: those with labels, and others. */
export function useSettingsCard<Label extends string, Name extends keyof Settings>(
  known: KnownSettings,
  labels: Labels<Label>,
  names: readonly Name[],
) {
  type Chosen = Pick<Settings, Name>
  const chosen = (settings: Chosen) => Object.fromEntries(names.map((name) => [name, settings[name]])) as Chosen
  return useCard<Name, Chosen, Label>(known, labels, '', chosen, (values) => values)
}

type GroupName = { [Name in keyof Settings]: Settings[Name] extends object ? Name : never }[keyof Settings]

/** A card for one setting with several values. Their fields are called `rates.callsPerMinute` and so on. */
export function useSettingGroupCard<Name extends GroupName, Label extends string>(
  known: KnownSettings,
  name: Name,
  labels: Labels<Label>,
) {
  const settingsOf = (values: Settings[Name]) => ({ [name]: values }) as Pick<Settings, Name>
  return useCard<Name, Settings[Name], Label>(known, labels, `${name}.`, (settings) => settings[name], settingsOf)
}

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

/** The key identifies a row while it is on the page. */
export type Keyed<T> = T & { readonly key: number }

export const keyed = <T,>(list: readonly T[]): Keyed<T>[] => list.map((one, key) => ({ ...one, key }))

export const withNew = <T,>(rows: readonly Keyed<T>[], one: T): Keyed<T>[] => [
  ...rows,
  { ...one, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
]
