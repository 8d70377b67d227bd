import { useState } from 'react'
import { api } from '../../api.ts'
import { useAction } from '../../parts/action.ts'
import { Card } from '../../parts/Card.tsx'
import { TextField } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { say } from '../../parts/toasts.ts'
import { useAccountWords } from '../../words/account.ts'

export function Feedback() {
  const words = useAccountWords()
  const [content, setContent] = useState('')
  const send = useAction({
    work: () => api.users.report({ content: content.trim() }),
    after: () => {
      setContent('')
      say(words.thanks)
    },
    fields: { content: words.content },
  })
  return (
    <Card title={words.feedback} about={words.feedbackAbout}>
      <Form of={send} submit={words.send} onSubmit={() => send.run()} changed={content.trim() !== ''}>
        <TextField of={send} name="content" value={content} onText={setContent} />
      </Form>
    </Card>
  )
}
