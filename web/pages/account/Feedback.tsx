import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { TextField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useOnce } from '#web/components/once.ts'
import { say } from '#web/components/toast-list.ts'
import { api } from '#web/data/api.ts'
import { useAccountWords } from './words.ts'

export function Feedback() {
  const words = useAccountWords()
  const [content, setContent] = useState('')
  const report = useOnce(api.users.report)
  const send = useAction({
    work: () => report({ content: content.trim() }),
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
