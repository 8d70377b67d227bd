import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from '#web/pages/console/settings/SettingsCard.tsx'
import { useHourSettingWords } from './words.ts'

const textsOf = ({ earlyMinutes, overtimeMinutes, ...rest }: Settings['signing']) => ({
  ...rest,
  earlyMinutes: String(earlyMinutes),
  overtimeMinutes: String(overtimeMinutes),
})

export function SigningSettings({ known }: { known: KnownSettings }) {
  const words = useHourSettingWords()
  const [texts, setTexts] = useState(() => textsOf(known.signing))
  const { on, desk } = texts
  const signing = {
    on,
    desk,
    earlyMinutes: wholeNumber(texts.earlyMinutes),
    overtimeMinutes: wholeNumber(texts.overtimeMinutes),
  }
  const form = useSettingsForm(known, { signing }, (settings) => setTexts(textsOf(settings.signing)), {
    'signing.earlyMinutes': words.earlyMinutes,
    'signing.overtimeMinutes': words.overtimeMinutes,
  })
  const field = fieldsOf(form, texts, setTexts)
  return (
    <SettingsCard id="signing" title={words.signing} about={words.signingAbout} form={form}>
      <SwitchField
        label={words.on}
        about={words.onAbout}
        checked={on}
        onChange={(checked) => setTexts({ ...texts, on: checked })}
      />
      {on && (
        <>
          <SwitchField
            label={words.desk}
            about={words.deskAbout}
            checked={desk}
            onChange={(checked) => setTexts({ ...texts, desk: checked })}
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
    </SettingsCard>
  )
}
