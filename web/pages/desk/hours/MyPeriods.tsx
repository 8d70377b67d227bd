import { Group, Text } from '@mantine/core'
import { duration } from '#client/duration.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import { useClock } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { date } from '#web/lib/time.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import type { MyHoursAnswer } from './MyMonth.tsx'
import { useMyHoursWords } from './words.ts'

const kinds = ['shift', 'work', 'ticket', 'correction'] as const

export function MyPeriods({ list }: { list: MyHoursAnswer['periods'] }) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const clock = useClock()
  const day = (one: string) => clock && date(one, lang, clock)
  return (
    <Card title={words.periods} about={words.periodsAbout}>
      <DividedList>
        {list.map(({ id, name, from, until, sums }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>{name}</Text>
              <Text fw={600}>{duration(sums.total, lang)}</Text>
            </Group>
            <Text variant="secondary">{from ? words.range(day(from), day(until)) : words.until(day(until))}</Text>
            <Text variant="secondary">
              {kinds
                .filter((kind) => sums[kind] !== 0)
                .map((kind) => `${hourWords.kinds[kind]} ${duration(sums[kind], lang)}`)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </DividedList>
      <Group>
        <LinkButton href="/desk/certificate" leftSection={<Icon name="printer" size={18} />}>
          {words.certificate}
        </LinkButton>
      </Group>
    </Card>
  )
}
