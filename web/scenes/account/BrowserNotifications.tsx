import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import { invalidate } from '#web/data/api.ts'
import { push } from '#web/data/push.ts'
import { queries } from '#web/data/queries.ts'
import { NotAllowed } from '#web/lib/push.ts'
import { useAction } from '#web/parts/action.ts'
import { Card } from '#web/parts/Card.tsx'
import { Refused } from '#web/parts/Failed.tsx'
import { KeepFocus } from '#web/parts/KeepFocus.tsx'
import { say } from '#web/parts/toast-list.ts'
import { useNotificationWords } from './notification-words.ts'

/** Notifications on this browser, on and off. Where the team has none there is nothing to see. */
export function BrowserNotifications({ person }: { person: number }) {
  const words = useNotificationWords()
  const there = useQuery(queries.notify.choices()).data?.push
  const always = () => invalidate('notify')
  const on = useAction({
    work: (key: string) =>
      push.turnOn(person, key).catch((error: unknown) => {
        if (error instanceof Failure) throw error
        say(error instanceof NotAllowed ? words.notAllowed : words.noPushService)
      }),
    always,
  })
  const off = useAction({ work: () => push.turnOff(), always })
  if (!there) return null
  const state = push.state(there.here)
  return (
    <KeepFocus>
      <Card title={words.title} about={words.about}>
        <Text>{words[state]}</Text>
        <Refused>{on.rest ?? off.rest}</Refused>
        <Group>
          {state === 'off' && (
            <Button onClick={() => on.run(there.key)} loading={on.busy}>
              {words.turnOn}
            </Button>
          )}
          {state === 'on' && (
            <Button variant="default" onClick={() => off.run()} loading={off.busy}>
              {words.turnOff}
            </Button>
          )}
        </Group>
      </Card>
    </KeepFocus>
  )
}
