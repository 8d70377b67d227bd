import { SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { type KnownSettings, type Settings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from '#web/pages/console/settings/SettingsCard.tsx'
import { RulePreview } from './RulePreview.tsx'
import { directions, pers, roundings, ruleOf, ruleTextsOf } from './rule-texts.ts'
import { useHourSettingWords } from './words.ts'

export function RuleSettings({ known }: { known: KnownSettings }) {
  const words = useHourSettingWords()
  const [texts, setTexts] = useState(() => ruleTextsOf(known.hourRule))
  const hourRule = ruleOf(texts)
  const numbers = ['mostPerDay', 'ticketMinutes', 'nightFrom', 'nightUntil', 'nightPercent', 'closedPercent'] as const
  const form = useSettingsForm(
    known,
    { hourRule },
    (settings: Pick<Settings, 'hourRule'>) => setTexts(ruleTextsOf(settings.hourRule)),
    Object.fromEntries(numbers.map((name) => [`hourRule.${name}`, words[name]])),
  )
  const bound = fieldsOf(form, texts, setTexts)
  const field = (name: (typeof numbers)[number]) => bound(name, `hourRule.${name}`)
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <SettingsCard id="rule" title={words.rule} about={words.ruleAbout} form={form}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <SelectField
          label={words.rounding}
          value={texts.rounding}
          data={roundings.map((value) => ({ value, label: words.roundings[value] ?? '' }))}
          onChange={(rounding) => setTexts({ ...texts, rounding })}
        />
        {texts.rounding > 0 && (
          <>
            <SelectField
              label={words.direction}
              value={texts.direction}
              data={directions.map((value) => ({ value, label: words.directions[value] }))}
              onChange={(direction) => setTexts({ ...texts, direction })}
            />
            <SelectField
              label={words.per}
              value={texts.per}
              data={pers.map((value) => ({ value, label: words.pers[value] }))}
              onChange={(per) => setTexts({ ...texts, per })}
            />
          </>
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...field('mostPerDay')} {...number} about={words.mostAbout} />
        <Field {...field('ticketMinutes')} {...number} about={words.ticketAbout} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...field('nightFrom')} type="time" />
        <Field {...field('nightUntil')} type="time" />
        <Field {...field('nightPercent')} {...number} />
        <Field {...field('closedPercent')} {...number} />
      </SimpleGrid>
      <Text variant="secondary">{words.percentAbout}</Text>
      <RulePreview rule={hourRule} />
    </SettingsCard>
  )
}
