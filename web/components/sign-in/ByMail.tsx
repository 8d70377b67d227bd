import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { codeFrom } from '#client/code.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { api } from '#web/data/api.ts'
import { AnotherCode } from './AnotherCode.tsx'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

export function ByMail() {
  const words = useSignInWords()
  const [mail, setMail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const send = useAction({
    work: (to: string) => api.session.mail({ mail: to }),
    onSuccess: (_, to) => setSentTo(to),
    fields: { mail: words.mailAddress },
  })
  return (
    <Card title={words.mail}>
      {sentTo === undefined ? (
        <Form action={send} submit={words.sendCode} onSubmit={() => send.submit(mail.trim())}>
          <Field action={send} name="mail" value={mail} onText={setMail} inputMode="email" autoComplete="email" />
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
        action={login}
        submit={words.logIn}
        onSubmit={() => login.submit({ code: codeFrom(code, 'mail'), mail: sentTo })}
        beside={other}
      >
        <Text size="sm" role="status">
          {words.mailSent(sentTo)}
        </Text>
        <Field
          action={login}
          name="code"
          value={code}
          onText={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </Form>
      <AnotherCode send={() => api.session.mail({ mail: sentTo })} sentAgain={words.sentAgain} />
    </>
  )
}
