import { SimpleGrid, Switch } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { useWords } from '#web/components/words.ts'
import { useHourSettingWords } from './words.ts'

const textsOf = ({ earlyMinutes, overtimeMinutes, ...rest }: Settings['signing']) => ({
  ...rest,
  earlyMinutes: String(earlyMinutes),
  overtimeMinutes: String(overtimeMinutes),
})

export function SigningSettings({ known }: { known: KnownSettings }) {
  const { save } = useWords()
  const words = useHourSettingWords()
  const [texts, setTexts] = useState(() => textsOf(known.signing))
  const { on, desk } = texts
  const signing = {
    on,
    desk,
    earlyMinutes: wholeNumber(texts.earlyMinutes),
    overtimeMinutes: wholeNumber(texts.overtimeMinutes),
  }
  const keep = useSettingsForm(known, { signing }, (settings) => setTexts(textsOf(settings.signing)), {
    'signing.earlyMinutes': words.earlyMinutes,
    'signing.overtimeMinutes': words.overtimeMinutes,
  })
  const field = fieldsOf(keep, texts, setTexts)
  return (
    <Card id="signing" title={words.signing} about={words.signingAbout}>
      <Form action={keep} submit={save} onSubmit={keep.submit} changed={keep.changed}>
        <Switch
          size="md"
          label={words.on}
          description={words.onAbout}
          checked={on}
          onChange={(event) => setTexts({ ...texts, on: event.currentTarget.checked })}
        />
        {on && (
          <>
            <Switch
              size="md"
              label={words.desk}
              description={words.deskAbout}
              checked={desk}
              onChange={(event) => setTexts({ ...texts, desk: event.currentTarget.checked })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Field
                {...field('earlyMinutes', 'signing.earlyMinutes')}
                about={words.earlyAbout}
                inputMode="numeric"
                autoComplete="off"
              />
              <Field
                {...field('overtimeMinutes', 'signing.overtimeMinutes')}
                about={words.overtimeAbout}
                inputMode="numeric"
                autoComplete="off"
              />
            </SimpleGrid>
          </>
        )}
      </Form>
    </Card>
  )
}
