import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '#web/data/api.ts'
import { codeFrom } from '#web/lib/code.ts'
import { useAction } from '#web/parts/action.ts'
import { Card } from '#web/parts/Card.tsx'
import { Refused } from '#web/parts/Failed.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { KeepFocus } from '#web/parts/KeepFocus.tsx'
import { say } from '#web/parts/toast-list.ts'
import { useLogin } from './login.ts'
import { resendIn } from './resend.ts'
import { useSignInWords } from './words.ts'

/** Two steps: the address, then the code that was sent there. */
export function ByMail() {
  const words = useSignInWords()
  const [mail, setMail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const send = useAction({
    work: (to: string) => api.session.mail({ mail: to }),
    after: (_, to) => setSentTo(to),
    fields: { mail: words.mailAddress },
  })
  return (
    <Card title={words.mail}>
      {sentTo === undefined ? (
        <Form of={send} submit={words.sendCode} onSubmit={() => send.run(mail.trim())}>
          <Field of={send} name="mail" value={mail} onText={setMail} inputMode="email" autoComplete="email" />
        </Form>
      ) : (
        <TypeCode sentTo={sentTo} back={() => setSentTo(undefined)} />
      )}
    </Card>
  )
}

function TypeCode({ sentTo, back }: { sentTo: string; back: () => void }) {
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const login = useLogin(words.mailCode)
  const other = (
    <Button variant="subtle" onClick={back}>
      {words.otherMail}
    </Button>
  )
  return (
    <>
      <Form
        of={login}
        submit={words.logIn}
        onSubmit={() => login.run({ code: codeFrom(code, 'mail'), mail: sentTo })}
        beside={other}
      >
        <Text size="sm" role="status">
          {words.mailSent(sentTo)}
        </Text>
        <Field
          of={login}
          name="code"
          value={code}
          onText={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </Form>
      <Resend to={sentTo} />
    </>
  )
}

function Resend({ to }: { to: string }) {
  const words = useSignInWords()
  const [sent, setSent] = useState(() => ({ count: 1, at: Date.now() }))
  const [now, setNow] = useState(sent.at)
  const wait = resendIn(sent, now)
  const again = useAction({
    work: () => api.session.mail({ mail: to }),
    after: () => {
      const at = Date.now()
      setSent({ count: sent.count + 1, at })
      setNow(at)
      say(words.sentAgain)
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
      <Refused>{again.rest}</Refused>
      {waiting ? (
        <Text variant="secondary">{words.resendIn(wait)}</Text>
      ) : (
        <Group>
          <Button variant="default" onClick={() => again.run()} loading={again.busy}>
            {words.resend}
          </Button>
        </Group>
      )}
    </KeepFocus>
  )
}
