import { Button, Group } from '@mantine/core'
import { guestCode } from '#contract/session.ts'
import { Card } from '#web/parts/Card.tsx'
import { Refused } from '#web/parts/Failed.tsx'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

/** Going on without an account: the token that this browser keeps is all there is. */
export function ByGuest() {
  const words = useSignInWords()
  const login = useLogin()
  return (
    <Card title={words.guest} about={words.guestText}>
      <Refused>{login.rest}</Refused>
      <Group>
        <Button onClick={() => login.run(guestCode)} loading={login.busy}>
          {words.guestGo}
        </Button>
      </Group>
    </Card>
  )
}
