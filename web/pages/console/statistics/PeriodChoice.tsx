import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Days } from '#web/lib/days.ts'
import { type PeriodName, periodNames } from './period.ts'
import { useStatisticsWords } from './words.ts'

interface Props {
  choice: PeriodName
  own: Days
  choose: (choice: PeriodName) => void
  change: (own: Days) => void
}

export function PeriodChoice({ choice, own, choose, change }: Props) {
  const words = useStatisticsWords()
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <NativeSelect
        label={words.period}
        value={choice}
        data={periodNames.map((one) => ({ value: one, label: words.choices[one] }))}
        onChange={(event) => choose(periodNames.find((one) => one === event.currentTarget.value) ?? choice)}
      />
      {choice === 'own' &&
        (['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={words[end]}
            value={own[end]}
            onChange={(event) => change({ ...own, [end]: event.currentTarget.value })}
          />
        ))}
    </SimpleGrid>
  )
}
