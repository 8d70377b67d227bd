import { Button, Group, Stack, Text } from '@mantine/core'
import { Failure } from '#contract/client.ts'
import { invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { push } from '#web/data/push.ts'
import { NotAllowed } from '#web/lib/push.ts'
import { useAction } from '#web/parts/action.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { KeepFocus } from '#web/parts/KeepFocus.tsx'
import { say } from '#web/parts/toast-list.ts'
import { useNotificationWords } from './notification-words.ts'
import type { Notify } from './reached.ts'

type Push = NonNullable<Notify['push']>

/** Whether somebody can turn them on here with a tap. */
export const canNotifyHere = ({ here }: Push): boolean => push.state(here) === 'off'

/** Notifications on this browser, on and off; `brief` where they are an offer beside others. */
export function BrowserNotifications({ of: { key, here }, brief = false }: { of: Push; brief?: boolean }) {
  const words = useNotificationWords()
  const person = useMe().data?.id ?? 0
  const always = () => invalidate('notify')
  const on = useAction({
    work: () =>
      push.turnOn(person, key).catch((error: unknown) => {
        if (error instanceof Failure) throw error
        say(error instanceof NotAllowed ? words.notAllowed : words.noPushService)
      }),
    always,
  })
  const off = useAction({ work: () => push.turnOff(), always })
  const state = push.state(here)
  return (
    <KeepFocus>
      <Stack component="section" gap="xs" aria-label={words.title}>
        {!brief && (
          <div>
            <Text size="sm" fw={600}>
              {words.title}
            </Text>
            <Text size="sm">{words[state]}</Text>
          </div>
        )}
        <Refused>{on.rest ?? off.rest}</Refused>
        {(state === 'off' || state === 'on') && (
          <Group>
            <Button variant="default" onClick={() => (state === 'off' ? on : off).run()} loading={on.busy || off.busy}>
              {state === 'off' ? words.turnOn : words.turnOff}
            </Button>
          </Group>
        )}
      </Stack>
    </KeepFocus>
  )
}
