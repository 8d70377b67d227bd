import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { Field } from '#web/components/Field.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function PrivacySettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const [days, setDays] = useState(String(known.retentionDays))
  const [receipt, setReceipt] = useState(String(known.receiptDays))
  const [open, setOpen] = useState(known.phonesForAllMembers)
  const keep = useSettingsForm(
    known,
    { retentionDays: wholeNumber(days), receiptDays: wholeNumber(receipt), phonesForAllMembers: open },
    ({ retentionDays, receiptDays, phonesForAllMembers }) => {
      setDays(String(retentionDays))
      setReceipt(String(receiptDays))
      setOpen(phonesForAllMembers)
    },
    { retentionDays: words.retentionDays, receiptDays: words.receiptDays },
  )
  return (
    <SettingsCard id="privacy" title={words.privacy} about={words.privacyAbout} form={keep}>
      <Field
        action={keep}
        name="retentionDays"
        value={days}
        onText={setDays}
        about={words.retentionAbout}
        inputMode="numeric"
      />
      <Field
        action={keep}
        name="receiptDays"
        value={receipt}
        onText={setReceipt}
        about={words.receiptAbout}
        inputMode="numeric"
      />
      <SwitchField label={words.phonesForAllMembers} about={words.phonesAbout} checked={open} onChange={setOpen} />
    </SettingsCard>
  )
}
