import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { IconName } from '#client/icons.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type Days, lastOpenDay, monthOfDays, yearBefore } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf } from '#web/lib/time.ts'
import { type HoursAddress, overviewOf, sumOf, useDaysText, useMinutes } from './hooks.ts'
import css from './hours.module.css'
import { noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

interface Props {
  openFrom: string
  today: string
  hrefOf: HoursAddress['hrefOf']
}

export function ClosePeriod({ openFrom, today, hrefOf }: Props) {
  const words = useConsoleHourWords()
  const { close, field, until } = useClosePeriod(openFrom, today)
  return (
    <Card title={words.close} about={words.closeAbout}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw="48rem">
        <Field {...field('name')} about={words.periodNameAbout} maxLength={limits.name} autoComplete="off" />
        <Field type="date" {...field('until')} about={words.lastDayAbout} />
      </SimpleGrid>
      <ClosingPreview openFrom={openFrom} until={until} hrefOf={hrefOf} />
      <ErrorAlert>{close.formError}</ErrorAlert>
      <Group>
        <ConfirmButton
          label={words.closeIt}
          action={close}
          question={words.closeQuestion}
          confirm={words.closeConfirm}
          variant="filled"
          color="teal"
        />
      </Group>
    </Card>
  )
}

function useClosePeriod(openFrom: string, today: string) {
  const words = useConsoleHourWords()
  const lang = useLang()
  const [until, setUntil] = useState(lastOpenDay(openFrom, today))
  const [typed, setName] = useState<string>()
  // A whole month is proposed as the name.
  const month = monthOfDays({ from: openFrom, until })
  const name = typed ?? (month ? monthOf(`${month}-01`, lang, 'long') : '')
  const close = useAction({
    work: () => api.hours.close({ name: name.trim(), until }),
    toast: (period) => words.closed(period.name),
    onSuccess: () => invalidate('hours'),
    fields: { name: words.periodName, until: words.until },
    codes: { period_not_over: 'until', period_taken: 'until' },
  })
  const field = fieldsOf(close, { name, until }, (changed) => {
    if (changed.name !== name) setName(changed.name)
    setUntil(changed.until)
  })
  return { close, field, until }
}

function ClosingPreview({ openFrom, until, hrefOf }: Omit<Props, 'today'> & { until: string }) {
  const words = useConsoleHourWords()
  const minutes = useMinutes()
  const daysText = useDaysText()
  // The service answers for at most a year.
  const from = until && [openFrom, yearBefore(until)].toSorted().at(-1)
  const days: Days = { from: from || until, until }
  const makesSense = until !== '' && days.from <= until
  const { data } = useQuery({ ...overviewOf(days), enabled: makesSense, placeholderData: keepPreviousData })
  if (!makesSense || !data) return null
  const open = sumOf(data.people, (one) => one.open)
  const objected = sumOf(data.people, (one) => one.objected)
  const waiting = hrefOf({ view: 'lines', days, filter: { ...noLineFilter, state: 'proposed' } })
  return (
    <Stack gap="xs" role="status">
      <Text>
        {daysText({ from: openFrom, until })}
        {words.says}
        {words.willFreeze(data.total, minutes(sumOf(data.people, (one) => one.sums.total)))}
      </Text>
      {open > 0 && (
        <Note icon="hourglass">
          <Lead text={words.stillWaits(open)}>
            <TextLink href={waiting} inherit>
              {words.showWaiting}
            </TextLink>
          </Lead>
        </Note>
      )}
      {objected > 0 && <Note icon="message">{words.objectionsWait(objected)}</Note>}
    </Stack>
  )
}

function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Text className={css['note'] ?? ''}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </Text>
  )
}
