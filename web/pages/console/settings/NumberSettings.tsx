import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { Field } from '#web/components/Field.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from './SettingsCard.tsx'

interface Props<Name extends string, Setting extends keyof Settings> {
  id: string
  title: string
  about: string
  known: KnownSettings
  within?: string
  fields: Readonly<Record<Name, string>>
  numbersIn: (settings: Pick<Settings, Setting>) => Readonly<Record<NoInfer<Name>, number>>
  changed: (numbers: Record<NoInfer<Name>, number>) => Pick<Settings, Setting>
}

/** A settings card with whole numbers only. `within` is the prefix of their field names. */
export function NumberSettings<Name extends string, Setting extends keyof Settings>({
  id,
  title,
  about,
  known,
  within = '',
  fields,
  numbersIn,
  changed,
}: Props<Name, Setting>) {
  const names = Object.keys(fields) as Name[] // of this very type
  const textsOf = (settings: Pick<Settings, Setting>) => names.map((name) => String(numbersIn(settings)[name]))
  const [texts, setTexts] = useState(() => textsOf(known))
  const numbers = Object.fromEntries(names.map((name, i) => [name, wholeNumber(texts[i] ?? '')]))
  const form = useSettingsForm(
    known,
    changed(numbers as Record<Name, number>), // one for each name
    (settings) => setTexts(textsOf(settings)),
    Object.fromEntries(names.map((name) => [within + name, fields[name]])),
  )
  return (
    <SettingsCard id={id} title={title} about={about} form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {names.map((name, i) => (
          <Field
            key={name}
            action={form}
            name={within + name}
            inputMode="numeric"
            value={texts[i] ?? ''}
            onText={(text) => setTexts(texts.with(i, text))}
          />
        ))}
      </SimpleGrid>
    </SettingsCard>
  )
}
