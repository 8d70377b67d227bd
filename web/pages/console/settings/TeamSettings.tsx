import { useState } from 'react'
import { type Lang, langs } from '#contract/languages.ts'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { languageOptions } from '#web/components/Switches.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { ZoneSelect } from '#web/components/ZoneSelect.tsx'
import { useLang } from '#web/lib/language.ts'
import { LanguageFields, SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

type TeamValues = Pick<Settings, 'teamName' | 'timeZone' | 'lang' | 'place'>

export function TeamSettings({ known }: { known: KnownSettings }) {
  return <TeamForm known={known} begin={known} placeIn={langs} />
}

interface FirstTeamSettingsProps {
  known: KnownSettings
  submit: string
  onSaved: () => void
}

/** The same form as the first step of set-up. Unset values are proposed from this browser. */
export function FirstTeamSettings({ known, submit, onSaved }: FirstTeamSettingsProps) {
  const lang = useLang()
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const begin = known.teamName === '' ? { ...known, timeZone, lang } : known
  return <TeamForm known={known} begin={begin} placeIn={[lang]} submit={submit} onSaved={onSaved} />
}

interface TeamFormProps {
  known: KnownSettings
  begin: TeamValues
  /** The languages in which the place is asked for. */
  placeIn: readonly Lang[]
  submit?: string
  onSaved?: () => void
}

function TeamForm({ known, begin, placeIn, submit, onSaved }: TeamFormProps) {
  const words = useSettingsWords()
  const settingsOf = ({ teamName, timeZone, lang, place }: TeamValues) => ({ teamName, timeZone, lang, place })
  const [values, setValues] = useState(() => settingsOf(begin))
  const { teamName, timeZone, lang, place } = values
  const form = useSettingsForm(
    known,
    { ...values, teamName: teamName.trim(), place: { ...place, map: place.map.trim() } },
    setValues,
    {
      teamName: words.teamName,
      timeZone: words.timeZone,
      lang: words.lang,
      ...Object.fromEntries(
        placeIn.map((one) => [`place.name.${one}`, placeIn.length > 1 ? words.place[one] : words.placeShort]),
      ),
      'place.map': words.map,
    },
    onSaved,
    settingsOf(known),
  )
  const set = (changed: Partial<TeamValues>) => setValues({ ...values, ...changed })
  const placeField = fieldsOf(form, place, (changed) => set({ place: changed }))
  return (
    <SettingsCard id="team" title={words.team} form={form} submit={submit}>
      <Field {...fieldsOf(form, values, setValues)('teamName')} autoComplete="organization" />
      <LanguageFields
        form={form}
        name="place.name"
        texts={place.name}
        change={(name) => set({ place: { ...place, name } })}
        languages={placeIn}
        about={words.placeAbout}
      />
      {placeIn.length > 1 && <Field {...placeField('map', 'place.map')} about={words.mapAbout} autoComplete="off" />}
      <ZoneSelect
        action={form}
        value={timeZone}
        onZone={(zone) => set({ timeZone: zone })}
        about={words.timeZoneAbout}
      />
      <SelectField
        label={words.lang}
        description={words.langAbout}
        error={form.errorOf('lang')}
        value={lang}
        data={languageOptions}
        onChange={(next) => set({ lang: next })}
      />
    </SettingsCard>
  )
}
