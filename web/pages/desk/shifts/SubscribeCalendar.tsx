import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { api } from '#web/data/api.ts'
import { useShiftWords } from './words.ts'

export function SubscribeCalendar() {
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
