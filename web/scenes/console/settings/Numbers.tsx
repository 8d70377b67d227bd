import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../parts/Card.tsx'
import { Field } from '../../../parts/Field.tsx'
import { Form } from '../../../parts/Form.tsx'
import { type Settings, useSettingsForm, wholeNumber } from '../../../settings.ts'
import { useWords } from '../../../words/shell.ts'

/** A group of settings that are all whole numbers. `within` is where they are on the wire. */
export function Numbers<Name extends string>({
  title,
  about,
  known,
  within = '',
  fields,
  changed,
}: {
  title: string
  about: string
  known: Readonly<Record<NoInfer<Name>, number>>
  within?: string
  fields: Readonly<Record<Name, string>>
  changed: (numbers: Record<Name, number>) => Partial<Settings>
}) {
  const { save } = useWords()
  const names = Object.keys(fields) as Name[] // of this very type
  const [texts, setTexts] = useState(() => names.map((name) => String(known[name])))
  const numbers = Object.fromEntries(names.map((name, i) => [name, wholeNumber(texts[i] ?? '')]))
  const keep = useSettingsForm(
    changed(numbers as Record<Name, number>), // one for each name
    Object.fromEntries(names.map((name) => [within + name, fields[name]])),
  )
  return (
    <Card title={title} about={about}>
      <Form of={keep} submit={save} onSubmit={keep.run} changed={keep.changed}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {names.map((name, i) => (
            <Field
              key={name}
              of={keep}
              name={within + name}
              inputMode="numeric"
              value={texts[i] ?? ''}
              onText={(text) => setTexts(texts.with(i, text))}
            />
          ))}
        </SimpleGrid>
      </Form>
    </Card>
  )
}
