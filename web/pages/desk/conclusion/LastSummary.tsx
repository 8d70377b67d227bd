import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClock, useDates } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { storedText } from '#web/lib/stored-text.ts'
import { useShiftWords } from '#web/pages/desk/shifts/words.ts'
import css from './summary.module.css'
import { useSummaryWords } from './words.ts'

/** A longer text is folded above the queue, so that tickets are in sight. */
const foldedLength = 90
const read = storedText(localStorage, 'fettle.read-summary')

export function LastSummary({ onRead }: { onRead?: (newest: string) => void }) {
  const words = useSummaryWords()
  const { shift } = useShiftWords()
  const clock = useClock()
  const { dayText } = useDates()
  const [whole, setWhole] = useState(onRead === undefined)
  const list = useQuery(queries.conclusions.latest()).data?.list ?? []
  const [first] = list
  if (!first || !clock) return null
  const folds = !whole && list.map(({ conclusion }) => conclusion).join('\n').length > foldedLength
  return (
    <Paper component="section" withBorder p="xs" pl="md" aria-label={words.last} className={css['last'] ?? ''}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Stack gap={4} miw={0}>
          <Title size="h5">{words.lastOf(dayText(first.date), shift(first.shift))}</Title>
          {(folds ? list.slice(0, 1) : list).map(({ id, member, conclusion }) => (
            <p key={id} className={css['text']} data-folded={folds}>
              {conclusion}{' '}
              <Text span variant="secondary">
                –&nbsp;{member}
              </Text>
            </p>
          ))}
          {folds && (
            <Button variant="subtle" px={0} style={{ alignSelf: 'flex-start' }} onClick={() => setWhole(true)}>
              {words.readAll}
            </Button>
          )}
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

/** Shows the last summary to the members of the next shift until they confirm it. */
export function SummaryGreeting() {
  const { list = [], forYou = false } = useQuery(queries.conclusions.latest()).data ?? {}
  const newest = list.map(({ id }) => id).join()
  const [done, setDone] = useState(() => read.get())
  if (!forYou || done === newest) return null
  return (
    <LastSummary
      onRead={(which) => {
        read.set(which)
        setDone(which)
      }}
    />
  )
}
