import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Form, TextField } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { api } from '#web/data/api.ts'
import { useAccountWords } from './words.ts'

export function Feedback() {
  const words = useAccountWords()
  const [content, setContent] = useState('')
  const report = useIdempotentCall(api.users.report)
  const send = useAction({
    work: () => report({ content: content.trim() }),
    toast: words.thanks,
    onSuccess: () => setContent(''),
    fields: { content: words.content },
  })
  return (
    <Card alone title={words.feedback} about={words.feedbackAbout}>
      <Form action={send} submit={words.send} onSubmit={() => send.submit()} changed={content.trim() !== ''}>
        <TextField action={send} name="content" value={content} onText={setContent} />
      </Form>
    </Card>
  )
}
