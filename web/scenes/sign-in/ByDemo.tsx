import { useState } from 'react'
import { Card } from '../../parts/Card.tsx'
import { Field } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { useSignInWords } from '../../words/sign-in.ts'
import { useLogin } from './login.ts'

export function ByDemo() {
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const login = useLogin(words.demoCode)
  return (
    <Card title={words.demo} about={words.demoText}>
      <Form of={login} submit={words.logIn} onSubmit={() => login.run(code)}>
        <Field of={login} name="code" value={code} onText={setCode} autoComplete="username" />
      </Form>
    </Card>
  )
}
