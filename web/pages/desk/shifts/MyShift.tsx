import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type DutyShift, partIn, shiftTimes } from '#client/week.ts'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { AskLeave } from './AskLeave.tsx'
import { useShiftWords } from './words.ts'

export function MyShift({ shift, name }: { shift: DutyShift; name: string }) {
  const words = useShiftWords()
  const lang = useLang()
  const clock = useClock()
  const [asking, setAsking] = useState(false)
  const leave = partIn(shift, name) === 'away' ? shift.leaves.find(({ member }) => member === name) : undefined
  const day = dayName(shift.date, lang, clock)
  const what = `${day} · ${words.shift(shift.shift)}`
  const others = shift.workers.filter((worker) => worker !== name)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Stack gap={0} miw={0} flex="1 1 9rem">
          <Text fw={600} {...(leave ? { c: 'dimmed', td: 'line-through' } : {})}>
            {day}
          </Text>
          <Text size="sm">{[words.shift(shift.shift), shiftTimes(shift)].filter(Boolean).join(' · ')}</Text>
          {!leave && others.length > 0 && <Text variant="secondary">{words.with(others.join(', '))}</Text>}
        </Stack>
        {!leave && !asking && (
          <Button variant="default" flex="none" aria-label={words.askFor(what)} onClick={() => setAsking(true)}>
            {words.ask}
          </Button>
        )}
      </Group>
      {leave && <LeaveAsked shift={shift} substitute={leave.substitute} />}
      {!leave && asking && <AskLeave shift={shift} onDone={() => setAsking(false)} />}
    </Stack>
  )
}

function LeaveAsked({ shift: { date, shift }, substitute }: { shift: DutyShift; substitute: string }) {
  const words = useShiftWords()
  const withdraw = useAction({
    work: () => api.leaves.cancel({ week: date, shift: String(shift) }),
    toast: words.withdrawn,
    onSettled: () => invalidate('duty'),
  })
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{substitute ? words.comes(substitute) : words.nobodyComes}</Text>
        <ConfirmButton
          label={words.withdraw}
          action={withdraw}
          variant="default"
          color="gray"
          question={words.withdrawQuestion}
        />
      </Group>
      <ErrorAlert>{withdraw.formError}</ErrorAlert>
    </>
  )
}
