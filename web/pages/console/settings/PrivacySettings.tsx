import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

const textsOf = ({ retentionDays, receiptDays, phonesForAllMembers }: PrivacyValues) => ({
  retentionDays: String(retentionDays),
  receiptDays: String(receiptDays),
  phonesForAllMembers,
})
type PrivacyValues = Pick<Settings, 'retentionDays' | 'receiptDays' | 'phonesForAllMembers'>

export function PrivacySettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const [texts, setTexts] = useState(() => textsOf(known))
  const form = useSettingsForm(
    known,
    { ...texts, retentionDays: wholeNumber(texts.retentionDays), receiptDays: wholeNumber(texts.receiptDays) },
    (settings: PrivacyValues) => setTexts(textsOf(settings)),
    { retentionDays: words.retentionDays, receiptDays: words.receiptDays },
  )
  const field = fieldsOf(form, texts, setTexts)
  return (
    <SettingsCard id="privacy" title={words.privacy} about={words.privacyAbout} form={form}>
      <Field {...field('retentionDays')} about={words.retentionAbout} inputMode="numeric" />
      <Field {...field('receiptDays')} about={words.receiptAbout} inputMode="numeric" />
      <SwitchField
        label={words.phonesForAllMembers}
        about={words.phonesAbout}
        checked={texts.phonesForAllMembers}
        onChange={(phonesForAllMembers) => setTexts({ ...texts, phonesForAllMembers })}
      />
    </SettingsCard>
  )
}
