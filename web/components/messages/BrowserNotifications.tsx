import { Button, Group, Stack, Text } from '@mantine/core'
import { Failure } from '#contract/client.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { push } from '#web/data/push.ts'
import { PermissionDenied } from '#web/lib/push.ts'
import { useNotificationWords } from './notification-words.ts'
import type { Notify } from './notify.ts'

type Push = Pick<NonNullable<Notify['push']>, 'key' | 'here'>

export const canNotifyHere = ({ here }: Pick<Push, 'here'>): boolean => push.state(here) === 'off'

interface Props {
  of: Push
  /** Beside other offers: only the button. */
  brief?: boolean
  /** The account's notifications or a receipt's. */
  by?: typeof push
}

export function BrowserNotifications({ of: { key, here }, brief = false, by = push }: Props) {
  const words = useNotificationWords()
  const person = useMe().data?.id ?? 0
  const always = () => invalidate('notify', 'receipts')
  const on = useAction({
    work: () =>
      by.turnOn(person, key).catch((error: unknown) => {
        if (error instanceof Failure) throw error
        showToast(error instanceof PermissionDenied ? words.notAllowed : words.noPushService)
      }),
    onSettled: always,
  })
  const off = useAction({ work: () => by.turnOff(), onSettled: always })
  const state = by.state(here)
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
        <ErrorAlert>{on.formError ?? off.formError}</ErrorAlert>
        {(state === 'off' || state === 'on') && (
          <Group>
            <Button
              variant="default"
              onClick={() => (state === 'off' ? on : off).submit()}
              loading={on.busy || off.busy}
            >
              {state === 'off' ? words.turnOn : words.turnOff}
            </Button>
          </Group>
        )}
      </Stack>
    </KeepFocus>
  )
}
