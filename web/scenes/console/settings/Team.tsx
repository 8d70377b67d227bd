import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type Lang, langs } from '#contract/fields.ts'
import { Card } from '../../../parts/Card.tsx'
import { Field } from '../../../parts/Field.tsx'
import { Form } from '../../../parts/Form.tsx'
import { languageNames } from '../../../parts/Switches.tsx'
import { ZoneSelect } from '../../../parts/ZoneSelect.tsx'
import { type KnownSettings, useSettingsForm } from '../../../settings.ts'
import { useSettingsWords } from '../../../words/settings.ts'
import { useWords } from '../../../words/shell.ts'

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
          data={langs.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(event) => setLang(event.currentTarget.value as Lang)} // one of the options above
        />
      </Form>
    </Card>
  )
}
