import { useState } from 'react'
import { api } from '#web/data/api.ts'
import { useAction } from '#web/parts/action.ts'
import { Card } from '#web/parts/Card.tsx'
import { TextField } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { useOnce } from '#web/parts/once.ts'
import { say } from '#web/parts/toast-list.ts'
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
