import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { LanguageFields, languageLabels } from '#web/pages/console/settings/LanguageFields.tsx'
import { SettingsCard } from '#web/pages/console/settings/SettingsCard.tsx'
import { useHourSettingWords } from './words.ts'

export function SignatorySettings({ known }: { known: KnownSettings }) {
  const words = useHourSettingWords()
  const [signatory, setSignatory] = useState(known.signatory)
  const form = useSettingsForm(
    known,
    { signatory },
    (settings) => setSignatory(settings.signatory),
    languageLabels('signatory', words.signatoryIn),
  )
  return (
    <SettingsCard id="signatory" title={words.signatory} about={words.signatoryAbout} form={form}>
      <LanguageFields form={form} name="signatory" texts={signatory} change={setSignatory} maxLength={limits.device} />
    </SettingsCard>
  )
}
