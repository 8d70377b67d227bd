import { SimpleGrid, Text } from '@mantine/core'
import { Field } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { KnownSettings } from '#web/components/settings-form.ts'
import { NumberField } from '#web/pages/console/settings/NumberField.tsx'
import { SettingsCard } from '#web/pages/console/settings/SettingsCard.tsx'
import { useSettingCard } from '#web/pages/console/settings/settings-card.ts'
import { RulePreview } from './RulePreview.tsx'
import { useHourSettingWords } from './words.ts'

const roundings = [0, 15, 30, 60] as const
const directions = ['nearest', 'up', 'down'] as const
const pers = ['entry', 'day'] as const

export function RuleSettings({ known }: { known: KnownSettings }) {
  const words = useHourSettingWords()
  const { mostPerDay, ticketMinutes, nightFrom, nightUntil, nightPercent, closedPercent } = words
  const labels = { mostPerDay, ticketMinutes, nightFrom, nightUntil, nightPercent, closedPercent }
  const { form, values, set, text, number } = useSettingCard(known, 'hourRule', labels)
  return (
    <SettingsCard id="rule" title={words.rule} about={words.ruleAbout} form={form}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <SelectField
          label={words.rounding}
          value={values.rounding}
          data={roundings.map((value) => ({ value, label: words.roundings[value] ?? '' }))}
          onChange={(rounding) => set({ rounding })}
        />
        {values.rounding > 0 && (
          <>
            <SelectField
              label={words.direction}
              value={values.direction}
              data={directions.map((value) => ({ value, label: words.directions[value] }))}
              onChange={(direction) => set({ direction })}
            />
            <SelectField
              label={words.per}
              value={values.per}
              data={pers.map((value) => ({ value, label: words.pers[value] }))}
              onChange={(per) => set({ per })}
            />
          </>
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField {...number('mostPerDay')} about={words.mostAbout} />
        <NumberField {...number('ticketMinutes')} about={words.ticketAbout} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...text('nightFrom')} type="time" />
        <Field {...text('nightUntil')} type="time" />
        <NumberField {...number('nightPercent')} />
        <NumberField {...number('closedPercent')} />
      </SimpleGrid>
      <Text variant="secondary">{words.percentAbout}</Text>
      <RulePreview rule={values} />
    </SettingsCard>
  )
}
