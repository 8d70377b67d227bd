import { Text } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { useAccountWords } from './words.ts'

export function GuestAccount() {
  const words = useAccountWords()
  const { wechat, mail, sso } = useTeam().data?.logins ?? {}
  return (
    <>
      <Card title={words.guest}>
        <Text>{words.guestText}</Text>
        <Text>{wechat || mail || sso ? words.guestMerge : words.guestSpare}</Text>
      </Card>
      <LoginMethods merging />
    </>
  )
}
