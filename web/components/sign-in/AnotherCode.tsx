import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { resendIn } from './resend.ts'
import { useSignInWords } from './words.ts'

export function AnotherCode({ send, sentAgain }: { send: () => Promise<unknown>; sentAgain: string }) {
  const words = useSignInWords()
  const [sent, setSent] = useState(() => ({ count: 1, at: Date.now() }))
  const [now, setNow] = useState(sent.at)
  const wait = resendIn(sent, now)
  const again = useAction({
    work: send,
    toast: sentAgain,
    onSuccess: () => {
      const at = Date.now()
      setSent({ count: sent.count + 1, at })
      setNow(at)
    },
  })
  const waiting = wait > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <KeepFocus>
      <ErrorAlert>{again.formError}</ErrorAlert>
      {waiting ? (
        <Text variant="secondary">{words.resendIn(wait)}</Text>
      ) : (
        <Group>
          <Button variant="default" onClick={() => again.submit()} loading={again.busy}>
            {words.resend}
          </Button>
        </Group>
      )}
    </KeepFocus>
  )
}
