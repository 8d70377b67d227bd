import { Anchor } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { Field } from '#web/components/Form.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { WithCommand } from '#web/components/WithCommand.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { countriesIn } from './countries.ts'
import { fieldsOfSetting, type SettingsEditor } from './editor.ts'
import { useOpenDataWords } from './open-data-words.ts'
import { Section } from './Section.tsx'

export function OpenDataSettings({ editor }: { editor: SettingsEditor }) {
  const words = useOpenDataWords()
  const lang = useLang()
  const team = useTeam()
  const { text, choice, flag } = fieldsOfSetting(editor, 'openData')
  const countries = countriesIn(lang).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  const impactAddress = editor.known.openData.impact && (
    <Lead text={words.address}>
      <Anchor href={pages.impact} target="_blank" inherit underline="always">
        {team.data?.url}
        {pages.impact}
      </Anchor>
    </Lead>
  )
  return (
    <Section id="open-data" about={<WithCommand text={words.about} />}>
      <Field {...text('provider')} about={words.providerAbout} maxLength={limits.name} autoComplete="organization" />
      <Field {...text('group')} about={words.groupAbout} maxLength={limits.name} autoComplete="off" />
      <SelectField
        {...choice('country')}
        description={words.countryAbout}
        data={[{ value: '', label: words.noCountry }, ...countries]}
      />
      <SwitchField about={<Lead text={words.impactAbout}>{impactAddress}</Lead>} {...flag('impact')} />
    </Section>
  )
}
