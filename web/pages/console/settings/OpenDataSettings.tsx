import { Anchor } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { Field } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import type { KnownSettings } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { countriesIn } from './countries.ts'
import { useOpenDataWords } from './open-data-words.ts'
import { SettingsCard, useSettingGroupCard } from './SettingsCard.tsx'

export function OpenDataSettings({ known }: { known: KnownSettings }) {
  const words = useOpenDataWords()
  const lang = useLang()
  const team = useTeam()
  const { provider, group, country } = words
  const { form, values, set, text, flag } = useSettingGroupCard(known, 'openData', { provider, group, country })
  const countries = countriesIn(lang).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
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
      <Field {...text('provider')} about={words.providerAbout} maxLength={limits.name} autoComplete="organization" />
      <Field {...text('group')} about={words.groupAbout} maxLength={limits.name} autoComplete="off" />
      <SelectField
        name="openData.country"
        label={country}
        description={words.countryAbout}
        error={form.errorOf('openData.country')}
        value={values.country}
        data={[{ value: '', label: words.noCountry }, ...countries]}
        onChange={(chosen) => set({ country: chosen })}
      />
      <SwitchField
        label={words.impact}
        about={
          <>
            {words.impactAbout} {impactAddress}
          </>
        }
        {...flag('impact')}
      />
    </SettingsCard>
  )
}
