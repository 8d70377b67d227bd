import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DutyShift, daysLater, inOrder, myShifts, partIn, shiftTimes, specialAhead } from '#client/week.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Form, TextField } from '#web/components/Form.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock, useColleagues, useDates, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import { SpecialDuty } from './SpecialDuty.tsx'
import { useShiftWords } from './words.ts'

export function MyShifts() {
  const words = useShiftWords()
  const name = useMe().data?.member?.name ?? ''
  const clock = useClock()
  const today = clock.slice(0, 10)
  const [week, following] = [
    useQuery(queries.duty.roster(today)),
    useQuery(queries.duty.roster(today && daysLater(today, 7))),
  ]
  const failed = week.error ?? following.error
  const list = [...(week.data?.list ?? []), ...(following.data?.list ?? [])]
  const mine = myShifts(list, name, clock)
  const special = specialAhead([...(week.data?.special ?? []), ...(following.data?.special ?? [])], clock)
  return (
    <Card title={words.mine} about={words.mineAbout}>
      {failed && <LoadError error={failed} retry={() => Promise.all([week.refetch(), following.refetch()])} />}
      {!failed && (week.isPending || following.isPending) && <Skeleton h={96} />}
      {week.data && following.data && mine.length + special.length === 0 && (
        <EmptyState title={week.data.roster ? words.noneMine : words.noRoster} icon="calendar" inside />
      )}
      {mine.length + special.length > 0 && (
        <DividedList>
          {inOrder([...mine, ...special]).map((one) => (
            <li key={`${one.date} ${'shift' in one ? one.shift : one.from}`}>
              {'shift' in one ? (
                <KeepFocus>
                  <MyShift shift={one} name={name} />
                </KeepFocus>
              ) : (
                <SpecialDuty of={one} />
              )}
            </li>
          ))}
        </DividedList>
      )}
    </Card>
  )
}

function MyShift({ shift, name }: { shift: DutyShift; name: string }) {
  const words = useShiftWords()
  const { dayName } = useDates()
  const [asking, setAsking] = useState(false)
  const leave = partIn(shift, name) === 'away' ? shift.leaves.find(({ member }) => member === name) : undefined
  const day = dayName(shift.date)
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
          {!leave && others.length > 0 && <Text variant="secondary">{words.with(others)}</Text>}
        </Stack>
        {!leave && !asking && (
          <Button variant="subtle" flex="none" aria-label={words.askFor(what)} onClick={() => setAsking(true)}>
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
        <ConfirmButton label={words.withdraw} action={withdraw} variant="default" question={words.withdrawQuestion} />
      </Group>
      <ErrorAlert>{withdraw.formError}</ErrorAlert>
    </>
  )
}

function AskLeave({ shift: { date, shift, workers, leaves }, onDone }: { shift: DutyShift; onDone: () => void }) {
  const words = useShiftWords()
  const me = useMe().data?.member?.name
  const [reason, setReason] = useState('')
  const [substitute, setSubstitute] = useState('')
  const taken = [me, ...workers, ...leaves.map(({ member }) => member)]
  const free = useColleagues().filter(({ name }) => !taken.includes(name))
  const ask = useAction({
    work: () => api.leaves.ask({ week: date, shift: String(shift), reason: reason.trim(), substitute }),
    toast: words.asked,
    onSuccess: onDone,
    onSettled: () => invalidate('duty'),
    fields: { reason: words.reason, substitute: words.substitute },
    codes: { bad_substitute: 'substitute' },
  })
  return (
    <Form
      action={ask}
      submit={words.ask}
      onSubmit={() => ask.submit()}
      changed={reason.trim() !== '' || substitute !== ''}
      onBack={onDone}
    >
      <SelectField
        label={words.substitute}
        autoFocus
        value={substitute}
        error={ask.errorOf('substitute')}
        onChange={setSubstitute}
        data={[{ value: '', label: words.nobodyYet }, ...free.map(({ name }) => ({ value: name, label: name }))]}
      />
      <TextField action={ask} name="reason" value={reason} onText={setReason} rows={2} maxLength={limits.text} />
    </Form>
  )
}
