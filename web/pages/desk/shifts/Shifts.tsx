import { Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, IconButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Page } from '#web/components/Page.tsx'
import { useRowAction } from '#web/components/row-action.ts'
import { showToast } from '#web/components/toast-list.ts'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useDates, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { timeOfDay } from '#web/lib/time.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import { MyShifts } from './MyShifts.tsx'
import css from './shifts.module.css'
import { TeamWeek } from './TeamWeek.tsx'
import { useShiftWords } from './words.ts'

export function Shifts() {
  const words = useShiftWords()
  const signs = useTeam().data?.signing === true
  const action = (
    <Group gap="xs">
      {signs && <LinkButton href={`${pages.desk}/here`}>{words.here}</LinkButton>}
      <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
    </Group>
  )
  return (
    <Page title={words.title} action={action}>
      <div className={css['columns']}>
        <CurrentDuty />
        <MyShifts />
        <SubstituteOffers />
        <SubscribeCalendar />
      </div>
      <TeamWeek />
    </Page>
  )
}

function SubscribeCalendar() {
  const words = useShiftWords()
  const [url, setUrl] = useState('')
  const subscribe = useAction({ work: () => api.duty.subscribe(), onSuccess: ({ url: made }) => setUrl(made) })
  const revoke = useAction({
    work: () => api.duty.unsubscribe(),
    toast: words.calendarEnded,
    onSuccess: () => setUrl(''),
  })
  return (
    <Card title={words.calendar} about={words.calendarAbout}>
      {url && (
        <>
          <TextInput
            label={words.calendarAddress}
            description={words.calendarSecret}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group>
            <CopyButton text={url} variant="filled" />
          </Group>
        </>
      )}
      <Group gap="xs">
        {!url && (
          <ActionButton action={subscribe} variant="default">
            {words.calendarMake}
          </ActionButton>
        )}
        {url && (
          <ActionButton action={revoke} variant="subtle" color="gray">
            {words.calendarEnd}
          </ActionButton>
        )}
      </Group>
      {!url && <Text variant="secondary">{words.calendarAgain}</Text>}
      <ErrorAlert>{subscribe.formError ?? revoke.formError}</ErrorAlert>
    </Card>
  )
}

type Situation = Awaited<ReturnType<typeof api.duty.mine>>

function CurrentDuty() {
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
  const { dateTime } = useDates()
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
        {!open && next && <Text c="dimmed">{words.next(dateTime(next.from))}</Text>}
        {isInDuty && (
          <Badge color="green" leftSection={<Icon name="check" size={14} />}>
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
        <IconButton
          icon="minus"
          label={words.fewer}
          variant="default"
          disabled={count === 0}
          onClick={() => setCount(count - 1)}
        />
        <Text miw={72} ta="center" fw={600} role="status">
          {words.people(count)}
        </Text>
        <IconButton
          icon="plus"
          label={words.more}
          variant="default"
          disabled={count === limits.headCount}
          onClick={() => setCount(count + 1)}
        />
        {count !== known && <ActionButton action={correct}>{save}</ActionButton>}
      </Group>
      <Text variant="secondary">{words.countAbout}</Text>
      <ErrorAlert>{correct.formError}</ErrorAlert>
    </Stack>
  )
}

function SubstituteOffers() {
  const words = useShiftWords()
  const { dayName } = useDates()
  const open = useQuery(queries.duty.offers())
  const list = open.data?.list ?? []
  const what = ({ date, shift }: (typeof list)[number]) => `${dayName(date)} · ${words.shift(shift)}`
  const take = useRowAction({
    work: (id: number) => api.leaves.take({ id }),
    onSuccess: (_, id) => {
      const offer = list.find((one) => one.id === id)
      if (offer) showToast(words.taken(what(offer)))
    },
    onSettled: () => invalidate('duty'),
  })
  return (
    <Card title={words.offers} about={list.length > 0 ? words.offersAbout : undefined}>
      <KeepFocus>
        <ErrorAlert>{take.lostError(list)?.sentence}</ErrorAlert>
        {open.isPending && <Skeleton h={48} />}
        {open.isError && <LoadError error={open.error} retry={open.refetch} />}
        {open.data && list.length === 0 && <Text variant="secondary">{words.noOffers}</Text>}
        {list.length > 0 && (
          <DividedList>
            {list.map((offer) => (
              <li key={offer.id}>
                <Stack gap="xs">
                  <Group justify="space-between" gap="xs" wrap="nowrap">
                    <Stack gap={0} miw={0}>
                      <Text fw={600}>{what(offer)}</Text>
                      <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
                        {words.away(offer.member)}
                        {offer.reason && ` · ${offer.reason}`}
                      </Text>
                    </Stack>
                    <Button
                      flex="none"
                      aria-label={words.takeThis(what(offer))}
                      loading={take.isBusyAt(offer.id)}
                      disabled={take.busy && !take.isBusyAt(offer.id)}
                      onClick={() => take.submit(offer.id)}
                    >
                      {words.take}
                    </Button>
                  </Group>
                  <ErrorAlert>{take.errorOf(offer.id)}</ErrorAlert>
                </Stack>
              </li>
            ))}
          </DividedList>
        )}
      </KeepFocus>
    </Card>
  )
}
