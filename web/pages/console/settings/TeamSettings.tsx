import { useState } from 'react'
import { type Lang, langs } from '#contract/languages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { languageOptions } from '#web/components/Switches.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { ZoneSelect } from '#web/components/ZoneSelect.tsx'
import { useLang } from '#web/lib/language.ts'
import { fieldsIn, type SettingsEditor } from './editor.ts'
import { LanguageFields } from './fields.tsx'
import { Section } from './Section.tsx'
import { useSettingsWords } from './words.ts'

type TeamValues = Pick<Settings, 'teamName' | 'timeZone' | 'lang' | 'place'>
const teamValues = ({ teamName, timeZone, lang, place }: TeamValues) => ({ teamName, timeZone, lang, place })

export function TeamSettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  return (
    <Section id="team">
      <TeamFields form={form} values={draft} set={set} placeIn={langs} />
    </Section>
  )
}

interface FirstTeamSettingsProps {
  known: KnownSettings
  submit: string
  onSaved: () => void
}

/** The same fields as the first step of set-up. Unset values are proposed from this browser. */
export function FirstTeamSettings({ known, submit, onSaved }: FirstTeamSettingsProps) {
  const words = useSettingsWords()
  const here = useLang()
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [values, setValues] = useState(() =>
    teamValues(known.teamName === '' ? { ...known, timeZone, lang: here } : known),
  )
  const { teamName, place } = values
  const form = useSettingsForm(
    known,
    { ...values, teamName: teamName.trim(), place: { ...place, map: place.map.trim() } },
    setValues,
    {
      teamName: words.teamName,
      timeZone: words.timeZone,
      lang: words.lang,
      [`place.name.${here}`]: words.placeShort,
    },
    onSaved,
    teamValues(known),
  )
  return (
    <Card id="team" title={words.team}>
      <Form action={form} submit={submit} onSubmit={form.submit} changed={form.changed}>
        <TeamFields
          form={form}
          values={values}
          set={(changed) => setValues({ ...values, ...changed })}
          placeIn={[here]}
        />
      </Form>
    </Card>
  )
}

interface TeamFieldsProps {
  form: FieldInfo
  values: TeamValues
  set: (changed: Partial<TeamValues>) => void
  /** The languages in which the place is asked for. */
  placeIn: readonly Lang[]
}

function TeamFields({ form, values, set, placeIn }: TeamFieldsProps) {
  const words = useSettingsWords()
  const { timeZone, place } = values
  const { text, choice } = fieldsIn<TeamValues>(form, values, set)
  const placeField = fieldsOf(form, place, (changed) => set({ place: changed }))
  return (
    <>
      <Field {...text('teamName')} autoComplete="organization" />
      <LanguageFields
        form={form}
        name="place.name"
        texts={place.name}
        change={(name) => set({ place: { ...place, name } })}
        languages={placeIn}
        about={placeIn.length > 1 ? `${words.placeAbout}${words.placeOne}` : words.placeAbout}
      />
      {placeIn.length > 1 && <Field {...placeField('map', 'place.map')} about={words.mapAbout} autoComplete="off" />}
      <ZoneSelect
        action={form}
        value={timeZone}
        onZone={(zone) => set({ timeZone: zone })}
        about={words.timeZoneAbout}
      />
      <SelectField {...choice('lang')} description={words.langAbout} data={languageOptions} />
    </>
  )
}
