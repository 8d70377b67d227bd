import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Refused } from '#web/components/Failed.tsx'
import { say } from '#web/components/toast-list.ts'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { useShiftWords } from './words.ts'

/** My shifts in the calendar of my phone, by a secret address that is shown once. */
export function Calendar() {
  const { copy, copied } = useWords()
  const words = useShiftWords()
  const [url, setUrl] = useState('')
  const subscribe = useAction({ work: () => api.duty.subscribe(), after: ({ url: made }) => setUrl(made) })
  const revoke = useAction({
    work: () => api.duty.unsubscribe(),
    after: () => {
      setUrl('')
      say(words.calendarEnded)
    },
  })
  const keep = () =>
    navigator.clipboard?.writeText(url).then(
      () => say(copied),
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
          <Button variant="default" loading={subscribe.busy} onClick={() => subscribe.run()}>
            {words.calendarMake}
          </Button>
        )}
        <Button variant="subtle" color="gray" loading={revoke.busy} onClick={() => revoke.run()}>
          {words.calendarEnd}
        </Button>
      </Group>
      {!url && <Text variant="secondary">{words.calendarAgain}</Text>}
      <Refused>{subscribe.rest ?? revoke.rest}</Refused>
    </Card>
  )
}
