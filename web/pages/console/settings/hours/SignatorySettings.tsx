import { useState } from 'react'
import { langs } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useWords } from '#web/components/words.ts'
import { useHourSettingWords } from './words.ts'

export function SignatorySettings({ known }: { known: KnownSettings }) {
  const { save } = useWords()
  const words = useHourSettingWords()
  const [signatory, setSignatory] = useState(known.signatory)
  const keep = useSettingsForm(
    known,
    { signatory },
    (settings) => setSignatory(settings.signatory),
    Object.fromEntries(langs.map((lang) => [`signatory.${lang}`, words.signatoryIn[lang]])),
  )
  return (
    <Card id="signatory" title={words.signatory} about={words.signatoryAbout}>
      <Form action={keep} submit={save} onSubmit={keep.submit} changed={keep.changed}>
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
      </Form>
    </Card>
  )
}
