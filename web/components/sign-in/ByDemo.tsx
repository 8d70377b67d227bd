import { useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

export function ByDemo() {
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const login = useLogin(words.demoCode)
  return (
    <Card title={words.demo} about={words.demoText}>
      <Form action={login} submit={words.logIn} onSubmit={() => login.submit({ code })}>
        <Field action={login} name="code" value={code} onText={setCode} autoComplete="username" />
      </Form>
    </Card>
  )
}
