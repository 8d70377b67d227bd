import { ActionIcon, Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dateTime, timeOfDay } from '#web/lib/time.ts'
import { useShiftWords } from './words.ts'

type Situation = Awaited<ReturnType<typeof api.duty.mine>>

export function CurrentDuty() {
  const words = useShiftWords()
  const duty = useQuery(queries.duty.mine())
  return (
    <Card title={words.now}>
      {duty.isPending && <Skeleton h={64} />}
      {duty.isError && <LoadError error={duty.error} retry={duty.refetch} />}
      {duty.data && <DutyView duty={duty.data} />}
    </Card>
  )
}

function DutyView({ duty }: { duty: Situation }) {
  const words = useShiftWords()
  const lang = useLang()
  const clock = useClock()
  const { currentDuty, place, until, next, offDutyReason, isInDuty, inDutyCnt } = duty
  const open = currentDuty !== '0' && currentDuty !== 'off'
  const what = currentDuty === 'others' ? words.others(place) : words.shift(currentDuty)
  return (
    <>
      <Stack gap={4} align="flex-start">
        <Text size="lg" fw={600}>
          {open && words.open(what, until && timeOfDay(until))}
          {currentDuty === '0' && (offDutyReason || words.closed)}
          {currentDuty === 'off' && words.off(offDutyReason)}
        </Text>
        {!open && next && <Text c="dimmed">{words.next(dateTime(next.from, lang, clock))}</Text>}
        {isInDuty && (
          <Badge variant="light" size="lg">
            {words.onDuty}
          </Badge>
        )}
      </Stack>
      {open && <HeadCount key={inDutyCnt} known={inDutyCnt} />}
    </>
  )
}

function HeadCount({ known }: { known: number }) {
  const { save } = useWords()
  const words = useShiftWords()
  const [count, setCount] = useState(known)
  const correct = useAction({ work: () => api.duty.count({ dutycnt: count }), onSettled: () => invalidate('duty') })
  return (
    <Stack gap={4} component="fieldset" bd={0} m={0} p={0}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        {words.count}
      </Text>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size={44}
          aria-label={words.fewer}
          disabled={count === 0}
          onClick={() => setCount(count - 1)}
        >
          <Icon name="minus" />
        </ActionIcon>
        <Text miw={72} ta="center" fw={600} role="status">
          {words.people(count)}
        </Text>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={words.more}
          disabled={count === limits.headCount}
          onClick={() => setCount(count + 1)}
        >
          <Icon name="plus" />
        </ActionIcon>
        <ActionButton action={correct} disabled={count === known}>
          {save}
        </ActionButton>
      </Group>
      <Text variant="secondary">{words.countAbout}</Text>
      <ErrorAlert>{correct.formError}</ErrorAlert>
    </Stack>
  )
}
