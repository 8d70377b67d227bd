import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Page } from '#web/components/Page.tsx'
import { api } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { LastSummary } from '#web/pages/desk/conclusion/LastSummary.tsx'
import { CurrentDuty } from './CurrentDuty.tsx'
import { MyShifts } from './MyShifts.tsx'
import { SubstituteOffers } from './SubstituteOffers.tsx'
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
      <LastSummary />
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
        <ActionButton action={revoke} variant="subtle" color="gray">
          {words.calendarEnd}
        </ActionButton>
      </Group>
      {!url && <Text variant="secondary">{words.calendarAgain}</Text>}
      <ErrorAlert>{subscribe.formError ?? revoke.formError}</ErrorAlert>
    </Card>
  )
}
