import { Button, Group, Stack } from '@mantine/core'
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

/** Turns the notifications of this browser on and off. */
export function useBrowserNotifications({ key, here }: Push, by = push) {
  const words = useNotificationWords()
  const person = useMe().data?.id ?? 0
  const onSettled = () => invalidate('notify', 'receipts')
  const on = useAction({
    work: () =>
      by.turnOn(person, key).catch((error: unknown) => {
        if (error instanceof Failure) throw error
        showToast(error instanceof PermissionDenied ? words.notAllowed : words.noPushService)
      }),
    onSettled,
  })
  const off = useAction({ work: () => by.turnOff(), onSettled })
  return {
    state: by.state(here),
    turn: (to: boolean) => (to ? on : off).submit(),
    busy: on.busy || off.busy,
    formError: on.formError ?? off.formError,
  }
}

interface Props {
  of: Push
  /** The account's notifications or a receipt's. */
  by?: typeof push
}

export function BrowserNotifications({ of, by = push }: Props) {
  const words = useNotificationWords()
  const { state, turn, busy, formError } = useBrowserNotifications(of, by)
  return (
    <KeepFocus>
      <Stack component="section" gap="xs" aria-label={words.title}>
        <ErrorAlert>{formError}</ErrorAlert>
        {(state === 'off' || state === 'on') && (
          <Group>
            <Button variant="default" onClick={() => turn(state === 'off')} loading={busy}>
              {state === 'off' ? words.turnOn : words.turnOff}
            </Button>
          </Group>
        )}
      </Stack>
    </KeepFocus>
  )
}
