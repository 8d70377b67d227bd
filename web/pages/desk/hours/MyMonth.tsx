import { ActionIcon, Group, Paper, Stack, Title } from '@mantine/core'
import { duration } from '#client/duration.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import type { api } from '#web/data/api.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf } from '#web/lib/time.ts'
import css from './hours.module.css'
import { useMyHoursWords } from './words.ts'

export type MyHoursAnswer = Awaited<ReturnType<typeof api.hours.mine>>

const kinds = ['shift', 'work', 'ticket', 'correction'] as const

interface Props {
  of: MyHoursAnswer
  turn: (months: 1 | -1) => void
  last: boolean
  busy: boolean
}

export function MyMonth({ of: { from, sums, proposed, total }, turn, last, busy }: Props) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const lang = useLang()
  return (
    <Paper component="section" withBorder p="md" aria-label={words.month} aria-busy={busy}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <ActionIcon variant="default" size={44} aria-label={words.previous} onClick={() => turn(-1)}>
            <Icon name="back" />
          </ActionIcon>
          <Title order={2} size="h4" ta="center" aria-live="polite">
            {monthOf(from, lang, 'long')}
          </Title>
          <ActionIcon variant="default" size={44} aria-label={words.next} disabled={last} onClick={() => turn(1)}>
            <Icon name="forward" />
          </ActionIcon>
        </Group>
        <dl className={css['figures']}>
          <div data-main="true">
            <dt>{words.approved}</dt>
            <dd>{duration(sums.total, lang)}</dd>
          </div>
          <div>
            <dt>{words.proposed}</dt>
            <dd>{duration(proposed, lang)}</dd>
          </div>
          <div>
            <dt>{words.everything}</dt>
            <dd>{duration(total.total, lang)}</dd>
          </div>
        </dl>
        {sums.total !== 0 && (
          <dl className={css['kinds']}>
            {kinds
              .filter((kind) => sums[kind] !== 0)
              .map((kind) => (
                <div key={kind}>
                  <dt>{hourWords.kinds[kind]}</dt>
                  <dd>{duration(sums[kind], lang)}</dd>
                </div>
              ))}
          </dl>
        )}
      </Stack>
    </Paper>
  )
}
