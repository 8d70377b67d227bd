import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { TextField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useOnce } from '#web/components/once.ts'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { say } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import { keptTyping } from '#web/lib/kept.ts'

/** Says something on the ticket of a receipt. */
export function Comment({ receipt, id }: { receipt: string; id: number }) {
  const owner = useOwnerWords()
  const words = useTicketWords()
  const [stored] = useState(() => keptTyping(sessionStorage, `comment.${id}`))
  const [content, setContent] = useState(() => stored.get() ?? '')
  const write = (text: string) => {
    setContent(text)
    stored.set(text || undefined)
  }
  const comment = useOnce(api.receipts.comment)
  const send = useAction({
    work: () => comment({ receipt, content: content.trim() }),
    after: () => {
      write('')
      say(words.sent)
    },
    always: () => invalidate('receipts'),
    fields: { content: owner.comment },
  })
  return (
    <Form of={send} submit={words.send} onSubmit={() => send.run()}>
      <TextField of={send} name="content" value={content} onText={write} placeholder={owner.commentAbout} rows={2} />
    </Form>
  )
}
