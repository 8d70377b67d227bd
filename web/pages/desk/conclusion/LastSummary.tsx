import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClock, useDates } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { storedText } from '#web/lib/stored-text.ts'
import { useShiftWords } from '#web/pages/desk/shifts/words.ts'
import css from './summary.module.css'
import { useSummaryWords } from './words.ts'

const read = storedText(localStorage, 'fettle.read-summary')

export function LastSummary({ onRead }: { onRead?: (newest: string) => void }) {
  const words = useSummaryWords()
  const { shift } = useShiftWords()
  const clock = useClock()
  const { dayText } = useDates()
  const list = useQuery(queries.conclusions.latest()).data?.list ?? []
  const [first] = list
  if (!first || !clock) return null
  return (
    <Paper component="section" withBorder p="md" aria-label={words.last} className={css['last'] ?? ''}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Stack gap={8} miw={0}>
          <Title size="h5">{words.lastOf(dayText(first.date), shift(first.shift))}</Title>
          {list.map(({ id, member, conclusion }) => (
            <div key={id}>
              <p className={css['text']}>{conclusion}</p>
              <Text variant="secondary">{member}</Text>
            </div>
          ))}
        </Stack>
        {onRead && (
          <Button variant="default" flex="none" onClick={() => onRead(list.map(({ id }) => id).join())}>
            {words.gotIt}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

/** Shows the last summary to members on duty until they confirm it. */
export function SummaryGreeting() {
  const onDuty = useQuery(queries.duty.mine()).data?.isInDuty ?? false
  const newest = (useQuery({ ...queries.conclusions.latest(), enabled: onDuty }).data?.list ?? [])
    .map(({ id }) => id)
    .join()
  const [done, setDone] = useState(() => read.get())
  if (!onDuty || done === newest) return null
  return (
    <LastSummary
      onRead={(which) => {
        read.set(which)
        setDone(which)
      }}
    />
  )
}
