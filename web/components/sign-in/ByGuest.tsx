import { Button, Group } from '@mantine/core'
import { guestCode } from '#contract/people/login.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useRememberMe } from '#web/lib/remember-me.ts'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

/** A guest is known by the token alone. */
export function ByGuest() {
  const words = useSignInWords()
  const login = useLogin()
  const stays = useRememberMe()
  return (
    <Card title={words.guest} about={stays ? words.guestText : words.guestOfTab}>
      <ErrorAlert>{login.formError}</ErrorAlert>
      <Group>
        <Button px="sm" onClick={() => login.submit({ code: guestCode })} loading={login.busy}>
          {words.guestGo}
        </Button>
      </Group>
    </Card>
  )
}
