import { useState } from 'react'
import { langs } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { Field } from '#web/components/Field.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from '#web/pages/console/settings/SettingsCard.tsx'
import { useHourSettingWords } from './words.ts'

export function SignatorySettings({ known }: { known: KnownSettings }) {
  const words = useHourSettingWords()
  const [signatory, setSignatory] = useState(known.signatory)
  const keep = useSettingsForm(
    known,
    { signatory },
    (settings) => setSignatory(settings.signatory),
    Object.fromEntries(langs.map((lang) => [`signatory.${lang}`, words.signatoryIn[lang]])),
  )
  return (
    <SettingsCard id="signatory" title={words.signatory} about={words.signatoryAbout} form={keep}>
      {langs.map((lang) => (
        <Field
          key={lang}
          action={keep}
          name={`signatory.${lang}`}
          value={signatory[lang]}
          onText={(text) => setSignatory({ ...signatory, [lang]: text })}
          maxLength={limits.device}
          autoComplete="off"
        />
      ))}
    </SettingsCard>
  )
}
