import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Lang } from '#contract/languages.ts'
import { Card } from '#web/parts/Card.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { languageOptions } from '#web/parts/Switches.tsx'
import { type KnownSettings, useSettingsForm } from '#web/parts/settings-form.ts'
import { useWords } from '#web/parts/words.ts'
import { ZoneSelect } from '#web/parts/ZoneSelect.tsx'
import { useSettingsWords } from './words.ts'

/** Name, zone and language; set-up has it as a step. */
export function Team({ known, submit, onSaved }: { known: KnownSettings; submit?: string; onSaved?: () => void }) {
  const { save } = useWords()
  const words = useSettingsWords()
  const [teamName, setTeamName] = useState(known.teamName)
  const [timeZone, setTimeZone] = useState(known.timeZone)
  const [lang, setLang] = useState<Lang>(known.lang)
  const keep = useSettingsForm(
    known,
    { teamName: teamName.trim(), timeZone, lang },
    (settings) => {
      setTeamName(settings.teamName)
      setTimeZone(settings.timeZone)
      setLang(settings.lang)
    },
    { teamName: words.teamName, timeZone: words.timeZone, lang: words.lang },
    onSaved,
  )
  return (
    <Card title={words.team}>
      <Form of={keep} submit={submit ?? save} onSubmit={keep.run} changed={keep.changed}>
        <Field of={keep} name="teamName" value={teamName} onText={setTeamName} autoComplete="organization" />
        <ZoneSelect of={keep} value={timeZone} onZone={setTimeZone} about={words.timeZoneAbout} />
        <NativeSelect
          label={words.lang}
          description={words.langAbout}
          error={keep.at('lang')}
          value={lang}
          data={languageOptions}
          onChange={(event) => setLang(event.currentTarget.value as Lang)} // one of the options above
        />
      </Form>
    </Card>
  )
}
