import { useState } from 'react'
import { api } from '../../api.ts'
import { codeFrom } from '../../code.ts'
import { useAction } from '../../parts/action.ts'
import { Card } from '../../parts/Card.tsx'
import { Field } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { say } from '../../parts/toasts.ts'
import { useAccountWords } from '../../words/account.ts'

/** Lets another device of mine log in by the code it shows. */
export function Approve() {
  const words = useAccountWords()
  const [pair, setPair] = useState('')
  const approve = useAction({
    work: () => api.session.approve({ pair: codeFrom(pair, 'pair') }),
    after: () => {
      setPair('')
      say(words.approved)
    },
    fields: { pair: words.pair },
    codes: { code_refused: 'pair' },
  })
  return (
    <Card title={words.device} about={words.deviceAbout}>
      <Form of={approve} submit={words.approve} onSubmit={() => approve.run()}>
        <Field of={approve} name="pair" value={pair} onText={setPair} autoComplete="off" />
      </Form>
    </Card>
  )
}
