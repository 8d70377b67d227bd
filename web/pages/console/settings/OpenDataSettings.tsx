import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { countriesIn } from './countries.ts'
import { useOpenDataWords } from './open-data-words.ts'
import { SettingsCard } from './SettingsCard.tsx'

export function OpenDataSettings({ known }: { known: KnownSettings }) {
  const words = useOpenDataWords()
  const lang = useLang()
  const team = useTeam()
  const [openData, setOpenData] = useState(known.openData)
  const form = useSettingsForm(known, { openData }, (settings) => setOpenData(settings.openData), {
    'openData.provider': words.provider,
    'openData.group': words.group,
    'openData.country': words.country,
  })
  const countries = countriesIn(lang).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  const field = (name: 'provider' | 'group') => fieldsOf(form, openData, setOpenData)(name, `openData.${name}`)
  const impactAddress = known.openData.impact && (
    <>
      {words.address}{' '}
      <Anchor href={pages.impact} target="_blank" inherit underline="always">
        {team.data?.url}
        {pages.impact}
      </Anchor>
    </>
  )
  return (
    <SettingsCard id="open-data" title={words.title} about={words.about} form={form}>
      <Field {...field('provider')} about={words.providerAbout} maxLength={limits.name} autoComplete="organization" />
      <Field {...field('group')} about={words.groupAbout} maxLength={limits.name} autoComplete="off" />
      <SelectField
        name="openData.country"
        label={words.country}
        description={words.countryAbout}
        error={form.errorOf('openData.country')}
        value={openData.country}
        data={[{ value: '', label: words.noCountry }, ...countries]}
        onChange={(country) => setOpenData({ ...openData, country })}
      />
      <SwitchField
        label={words.impact}
        about={
          <>
            {words.impactAbout} {impactAddress}
          </>
        }
        checked={openData.impact}
        onChange={(impact) => setOpenData({ ...openData, impact })}
      />
    </SettingsCard>
  )
}
