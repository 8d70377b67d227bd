import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { useShiftWords } from './words.ts'

export function SubscribeCalendar() {
  const { copy, copied } = useWords()
  const words = useShiftWords()
  const [url, setUrl] = useState('')
  const subscribe = useAction({ work: () => api.duty.subscribe(), onSuccess: ({ url: made }) => setUrl(made) })
  const revoke = useAction({
    work: () => api.duty.unsubscribe(),
    onSuccess: () => {
      setUrl('')
      showToast(words.calendarEnded)
    },
  })
  const keep = () =>
    navigator.clipboard?.writeText(url).then(
      () => showToast(copied),
      () => {},
    )
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
            <Button onClick={keep}>{copy}</Button>
          </Group>
        </>
      )}
      <Group gap="xs">
        {!url && (
          <Button variant="default" loading={subscribe.busy} onClick={() => subscribe.submit()}>
            {words.calendarMake}
          </Button>
        )}
        <Button variant="subtle" color="gray" loading={revoke.busy} onClick={() => revoke.submit()}>
          {words.calendarEnd}
        </Button>
      </Group>
      {!url && <Text variant="secondary">{words.calendarAgain}</Text>}
      <ErrorAlert>{subscribe.formError ?? revoke.formError}</ErrorAlert>
    </Card>
  )
}
