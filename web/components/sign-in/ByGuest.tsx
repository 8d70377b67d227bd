import { Button, Group } from '@mantine/core'
import { guestCode } from '#contract/people/login.ts'
import { Card } from '#web/components/Card.tsx'
import { Refused } from '#web/components/Failed.tsx'
import { useStaying } from '#web/lib/remember-me.ts'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

/** Going on without an account: the token that this browser, or this tab, keeps is all there is. */
export function ByGuest() {
  const words = useSignInWords()
  const login = useLogin()
  const stays = useStaying()
  return (
    <Card title={words.guest} about={stays ? words.guestText : words.guestOfTab}>
      <Refused>{login.rest}</Refused>
      <Group>
        <Button px="sm" onClick={() => login.run({ code: guestCode })} loading={login.busy}>
          {words.guestGo}
        </Button>
      </Group>
    </Card>
  )
}
